package dev.squeeze.kit.source;

import java.io.ByteArrayOutputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.GZIPInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;

/**
 * Splits a bundled sample's resource into the values of its records; keeps one record and one chunk in memory at a
 * time.
 */
final class SampleValues {
    /** Bounds memory if another jar has taken the place of a sample's jar. */
    static final int RECORD_LIMIT_BYTES = 4 * 1024 * 1024;

    private static final int CHUNK_BYTES = 64 * 1024;

    private final SampleEntry entry;
    private final ClassLoader classPath;

    SampleValues(SampleEntry entry, ClassLoader classPath) {
        this.entry = entry;
        this.classPath = classPath;
    }

    void read(ValueSink sink) throws IOException {
        switch (entry.layout()) {
            case LINES_IN_TAR_GZ -> tarredLines(sink);
            case JSON_LINES -> lines(entry.resource(), sink);
            case ENCRYPTED_JSON_LINES -> {
                RecordCipher cipher = new RecordCipher();
                lines(entry.resource(), line -> sink.accept(cipher.encrypt(line)));
            }
            case GATHERED_JSON_LINES -> {
                DocumentGatherer gatherer = new DocumentGatherer(sink);
                lines(entry.resource(), gatherer::add);
            }
            case LISTED_FILES -> lines(entry.fileList().orElseThrow(), file -> sink.accept(file(file)));
        }
    }

    private void tarredLines(ValueSink sink) throws IOException {
        try (InputStream resource = open(entry.resource());
                TarArchiveInputStream tar = new TarArchiveInputStream(new GZIPInputStream(resource, CHUNK_BYTES))) {
            boolean more = true;
            for (TarArchiveEntry file = tar.getNextEntry(); more && file != null; file = tar.getNextEntry()) {
                more = !file.isFile() || lines(tar, sink);
            }
        }
    }

    private void lines(String resource, ValueSink sink) throws IOException {
        try (InputStream in = open(resource)) {
            lines(in, sink);
        }
    }

    /** @return false if the sink wants no more */
    private static boolean lines(InputStream in, ValueSink sink) throws IOException {
        byte[] chunk = new byte[CHUNK_BYTES];
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        for (int length = in.read(chunk); length >= 0; length = in.read(chunk)) {
            int start = 0;
            for (int at = 0; at < length; at++) {
                if (chunk[at] == '\n') {
                    append(line, chunk, start, at);
                    start = at + 1;
                    if (!hand(line, sink)) {
                        return false;
                    }
                }
            }
            append(line, chunk, start, length);
        }
        return line.size() == 0 || hand(line, sink);
    }

    private static void append(ByteArrayOutputStream line, byte[] chunk, int from, int to) throws IOException {
        if (line.size() + (to - from) > RECORD_LIMIT_BYTES) {
            throw new IOException("a line is longer than 4 MiB");
        }
        line.write(chunk, from, to - from);
    }

    /** Removes the carriage return at the end of lines, which the list of icons has. */
    private static boolean hand(ByteArrayOutputStream line, ValueSink sink) throws IOException {
        byte[] bytes = line.toByteArray();
        line.reset();
        int length = bytes.length;
        if (length > 0 && bytes[length - 1] == '\r') {
            bytes = Arrays.copyOf(bytes, length - 1);
        }
        return sink.accept(bytes);
    }

    private byte[] file(byte[] name) throws IOException {
        String resource = entry.resource() + new String(name, StandardCharsets.UTF_8);
        try (InputStream in = open(resource)) {
            byte[] value = in.readNBytes(RECORD_LIMIT_BYTES + 1);
            if (value.length > RECORD_LIMIT_BYTES) {
                throw new IOException(resource + " is longer than 4 MiB");
            }
            return value;
        }
    }

    private InputStream open(String resource) throws IOException {
        InputStream in = classPath.getResourceAsStream(resource);
        if (in == null) {
            throw new FileNotFoundException(resource);
        }
        return in;
    }
}
