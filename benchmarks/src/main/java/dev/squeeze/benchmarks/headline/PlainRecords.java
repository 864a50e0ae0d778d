package dev.squeeze.benchmarks.headline;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The records of a file in memory, read as {@link PlainProducer} reads them, without using Squeeze. */
final class PlainRecords {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<byte[]> values;
    private final List<byte @Nullable []> keys;
    private final long[] timestampsMillis;

    private PlainRecords(List<byte[]> values, List<byte @Nullable []> keys, long[] timestampsMillis) {
        this.values = values;
        this.keys = keys;
        this.timestampsMillis = timestampsMillis;
    }

    /**
     * Reads length-prefixed records ({@code .lp}), or lines.
     *
     * @param keyField JSON pointer, column from 1, or empty for none
     * @param timestampField JSON pointer to milliseconds, or empty for none
     */
    static PlainRecords read(Path file, String keyField, String timestampField) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        List<byte[]> values = file.toString().endsWith(".lp") ? lengthPrefixed(bytes) : lines(bytes);
        List<byte @Nullable []> keys = new ArrayList<>();
        long[] timestamps = new long[timestampField.isEmpty() ? 0 : values.size()];
        for (int i = 0; i < values.size(); i++) {
            byte[] value = values.get(i);
            boolean parsed = keyField.startsWith("/") || !timestampField.isEmpty();
            JsonNode document = parsed ? JSON.readTree(value) : JSON.nullNode();
            if (!timestampField.isEmpty()) {
                timestamps[i] = document.at(timestampField).asLong();
            }
            keys.add(keyField.startsWith("/") ? key(document.at(keyField)) : column(value, keyField));
        }
        return new PlainRecords(values, keys, timestamps);
    }

    private static List<byte[]> lengthPrefixed(byte[] bytes) {
        List<byte[]> records = new ArrayList<>();
        ByteBuffer rest = ByteBuffer.wrap(bytes);
        while (rest.hasRemaining()) {
            byte[] record = new byte[rest.getInt()];
            rest.get(record);
            records.add(record);
        }
        return records;
    }

    private static List<byte[]> lines(byte[] bytes) {
        List<byte[]> records = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == '\n') {
                records.add(Arrays.copyOfRange(bytes, begin, i));
                begin = i + 1;
            }
        }
        return records;
    }

    private static byte @Nullable [] key(JsonNode field) {
        return field.isMissingNode() || field.isNull() ? null : field.asText().getBytes(StandardCharsets.UTF_8);
    }

    private static byte @Nullable [] column(byte[] row, String number) {
        if (number.isEmpty()) {
            return null;
        }
        String[] columns = new String(row, StandardCharsets.UTF_8).split(",", -1);
        String column = columns[Integer.parseInt(number) - 1];
        return column.isEmpty() ? null : column.getBytes(StandardCharsets.UTF_8);
    }

    int size() {
        return values.size();
    }

    byte[] value(int index) {
        return values.get(index);
    }

    byte @Nullable [] key(int index) {
        return keys.get(index);
    }

    /** Empty if no field was named. */
    long[] timestampsMillis() {
        return timestampsMillis;
    }
}
