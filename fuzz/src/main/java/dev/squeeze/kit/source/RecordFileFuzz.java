package dev.squeeze.kit.source;

import static dev.squeeze.fuzz.Expectations.requireClear;
import static dev.squeeze.fuzz.Expectations.requireEqual;

import com.github.luben.zstd.Zstd;
import dev.squeeze.fuzz.FuzzTarget;
import dev.squeeze.fuzz.InputBytes;
import dev.squeeze.kit.format.BatchRecord;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPOutputStream;

/**
 * Files of records in every format, guessed or given, plain or packed, with fields or without. Lines are compared with those
 * of the JDK's reader, and records behind their lengths with a second reading.
 */
public final class RecordFileFuzz implements FuzzTarget {
    private static final int FORMATS = RecordFormat.values().length;
    private static final List<Optional<String>> FIELDS =
            List.of(Optional.empty(), Optional.of("/id"), Optional.of("1"), Optional.of("name"));

    @Override
    public List<byte[]> seeds() throws IOException {
        byte[] lines = InputBytes.utf8("GET /index.html 200\r\nPOST /login 302\n\nGET / 200");
        byte[] json = InputBytes.utf8("{\"id\":1,\"name\":\"a\"}\n{\"id\":[2],\"time\":1700000000}\n");
        byte[] csv = InputBytes.utf8("name,time\n\"a \"\"b\"\"\",2024-01-01T00:00:00Z\nc,1700000000\n");
        byte[] prefixed = ByteBuffer.allocate(16)
                .putInt(5)
                .put(lines, 0, 5)
                .putInt(3)
                .put(lines, 0, 3)
                .array();
        List<byte[]> seeds = new ArrayList<>();
        for (byte[] plain : List.of(lines, json, csv, prefixed)) {
            for (int mode = 0; mode < 3; mode++) {
                seeds.add(InputBytes.prefixed(seeds.size() * 7, InputBytes.prefixed(mode, plain)));
            }
        }
        ByteArrayOutputStream gzip = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(gzip)) {
            out.write(lines);
        }
        seeds.add(InputBytes.prefixed(0, InputBytes.prefixed(0, gzip.toByteArray())));
        seeds.add(InputBytes.prefixed(0, InputBytes.prefixed(0, Zstd.compress(lines))));
        return seeds;
    }

    @Override
    public void parse(byte[] input) {
        InputBytes bytes = new InputBytes(input);
        int format = bytes.below(FORMATS + 1);
        int fields = bytes.next();
        byte[] file = bytes.rest();
        ReadOptions options = new ReadOptions(
                format == FORMATS ? Optional.empty() : Optional.of(RecordFormat.values()[format]),
                FIELDS.get(fields % FIELDS.size()),
                FIELDS.get(fields / FIELDS.size() % FIELDS.size()),
                10_000);
        List<byte[]> records = new ArrayList<>();
        FileSource source = new FileSource(List.of("-"), options, () -> new ByteArrayInputStream(file));
        try {
            RecordSource.ReadReport report = source.read(
                    record -> {
                        records.add(value(record));
                        return true;
                    },
                    (read, total) -> {});
            requireEqual((long) records.size(), report.records(), "records of the report");
        } catch (SourceException e) {
            requireClear(e, "");
            return;
        }
        boolean plain = UnpackedInput.Packing.of(file) == UnpackedInput.Packing.NONE;
        if (plain && format == RecordFormat.LINES.ordinal()) {
            requireEqual(lines(file), shown(records), "lines");
        }
        if (plain && format == RecordFormat.LENGTH_PREFIXED.ordinal()) {
            requireEqual(prefixed(file), shown(records), "records behind their lengths");
        }
    }

    private static byte[] value(BatchRecord record) {
        byte[] value = record.value();
        if (value == null) {
            throw new AssertionError("a record of a file without a value");
        }
        return value;
    }

    private static List<String> shown(List<byte[]> records) {
        return records.stream()
                .map(record -> new String(record, StandardCharsets.ISO_8859_1))
                .toList();
    }

    /** The JDK takes a carriage return alone for a line end as well: those are put out of its way. */
    private static List<String> lines(byte[] file) {
        String text = new String(file, StandardCharsets.ISO_8859_1);
        String marked = (text.startsWith("\u00ef\u00bb\u00bf") ? text.substring(3) : text)
                .replace("\r\n", "\n")
                .replace('\r', '\uffff');
        try (BufferedReader reader = new BufferedReader(new StringReader(marked))) {
            return reader.lines().map(line -> line.replace('\uffff', '\r')).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> prefixed(byte[] file) {
        List<String> records = new ArrayList<>();
        ByteBuffer buffer = ByteBuffer.wrap(file);
        while (buffer.hasRemaining()) {
            byte[] record = new byte[buffer.getInt()];
            buffer.get(record);
            records.add(new String(record, StandardCharsets.ISO_8859_1));
        }
        return records;
    }
}
