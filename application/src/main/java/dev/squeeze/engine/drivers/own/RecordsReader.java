package dev.squeeze.engine.drivers.own;

import dev.squeeze.kit.format.BatchRecord;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/** Reads the files in which records and times are passed to drivers. */
public final class RecordsReader {
    /** A file of records begins with these bytes. */
    public static final String MAGIC = "SQZREC01";

    private RecordsReader() {}

    /**
     * A record of the file.
     *
     * @param mark added up over the acknowledged records, modulo 2^64
     * @param encodedBytes added up over the acknowledged records
     */
    record Marked(BatchRecord record, long mark, int encodedBytes) {}

    static List<Marked> records(Path file) throws IOException {
        ByteBuffer bytes = mapped(file);
        byte[] magic = new byte[MAGIC.length()];
        try {
            bytes.get(magic);
            if (!MAGIC.equals(new String(magic, StandardCharsets.US_ASCII))) {
                throw new IOException(file + " is not a file of records");
            }
            long count = bytes.getLong();
            List<Marked> records = new ArrayList<>();
            for (long i = 0; i < count; i++) {
                records.add(record(bytes));
            }
            if (records.isEmpty()) {
                throw new IOException(file + " has no records");
            }
            return records;
        } catch (BufferUnderflowException | NegativeArraySizeException e) {
            throw new IOException(file + " is truncated or corrupt", e);
        }
    }

    private static Marked record(ByteBuffer bytes) {
        bytes.getInt();
        long mark = bytes.getLong();
        int encodedBytes = bytes.getInt();
        long timestampMillis = bytes.getLong();
        byte[] key = field(bytes);
        byte[] value = field(bytes);
        Header[] headers = new Header[bytes.getInt()];
        for (int i = 0; i < headers.length; i++) {
            byte[] name = field(bytes);
            headers[i] = new FileHeader(name == null ? "" : new String(name, StandardCharsets.UTF_8), field(bytes));
        }
        return new Marked(new BatchRecord(key, value, headers, timestampMillis), mark, encodedBytes);
    }

    private static byte @Nullable [] field(ByteBuffer bytes) {
        int length = bytes.getInt();
        if (length < 0) {
            return null;
        }
        if (length > bytes.remaining()) {
            throw new BufferUnderflowException();
        }
        byte[] field = new byte[length];
        bytes.get(field);
        return field;
    }

    /** Nanoseconds after the start, ascending. */
    static long[] times(Path file) throws IOException {
        LongBuffer times = mapped(file).asLongBuffer();
        long[] nanos = new long[times.remaining()];
        times.get(nanos);
        return nanos;
    }

    private static ByteBuffer mapped(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
        }
    }

    private record FileHeader(String key, byte @Nullable [] value) implements Header {}
}
