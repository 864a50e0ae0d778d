package dev.squeeze.kit.format;

import java.nio.charset.StandardCharsets;
import org.apache.kafka.common.header.Header;
import org.jspecify.annotations.Nullable;

/**
 * The records of a record batch v2, implemented from the public description of the format: each record consists of
 * length, attributes, timestamp delta, offset delta, key, value and headers, with zigzag varints for all numbers. The
 * bytes are those that a producer passes to the codec.
 */
public final class RecordFormatV2 {
    /** Bytes of the batch header, which precedes the first record and is never compressed. */
    public static final int BATCH_HEADER_BYTES = 61;

    private RecordFormatV2() {}

    /**
     * Encoded bytes of the record at a position in a batch.
     *
     * @param offsetDelta position in the batch, from 0
     * @param timestampDeltaMillis milliseconds after the batch's first record
     */
    public static int encodedBytes(BatchRecord record, int offsetDelta, long timestampDeltaMillis) {
        int body = bodyBytes(record, offsetDelta, timestampDeltaMillis);
        return varintBytes(body) + body;
    }

    private static int bodyBytes(BatchRecord record, int offsetDelta, long timestampDeltaMillis) {
        int bytes = 1 + varlongBytes(timestampDeltaMillis) + varintBytes(offsetDelta);
        bytes += fieldBytes(record.key()) + fieldBytes(record.value()) + varintBytes(record.headers().length);
        for (Header header : record.headers()) {
            bytes += fieldBytes(header.key().getBytes(StandardCharsets.UTF_8)) + fieldBytes(header.value());
        }
        return bytes;
    }

    /**
     * Writes one record.
     *
     * @return the position after it
     */
    static int encode(BatchRecord record, int offsetDelta, long timestampDeltaMillis, byte[] target, int start) {
        int at = putVarlong(target, start, bodyBytes(record, offsetDelta, timestampDeltaMillis));
        target[at++] = 0;
        at = putVarlong(target, at, timestampDeltaMillis);
        at = putVarlong(target, at, offsetDelta);
        at = putField(target, at, record.key());
        at = putField(target, at, record.value());
        at = putVarlong(target, at, record.headers().length);
        for (Header header : record.headers()) {
            at = putField(target, at, header.key().getBytes(StandardCharsets.UTF_8));
            at = putField(target, at, header.value());
        }
        return at;
    }

    /** Reads encoded records in order. */
    static final class Reader {
        private final byte[] bytes;
        private final long baseTimestampMillis;
        private int at;

        Reader(byte[] bytes, long baseTimestampMillis) {
            this.bytes = bytes;
            this.baseTimestampMillis = baseTimestampMillis;
        }

        BatchRecord next() {
            varlong();
            at++;
            long timestamp = baseTimestampMillis + varlong();
            varlong();
            byte[] key = field();
            byte[] value = field();
            int count = Math.toIntExact(varlong());
            Header[] headers = count == 0 ? BatchRecord.NO_HEADERS : new Header[count];
            for (int i = 0; i < count; i++) {
                byte[] name = field();
                headers[i] = BatchRecord.header(name == null ? "" : new String(name, StandardCharsets.UTF_8), field());
            }
            return new BatchRecord(key, value, headers, timestamp);
        }

        private byte @Nullable [] field() {
            int length = Math.toIntExact(varlong());
            if (length < 0) {
                return null;
            }
            byte[] field = new byte[length];
            System.arraycopy(bytes, at, field, 0, length);
            at += length;
            return field;
        }

        private long varlong() {
            long raw = 0;
            int shift = 0;
            byte part;
            do {
                part = bytes[at++];
                raw |= (long) (part & 0x7f) << shift;
                shift += 7;
            } while (part < 0);
            return (raw >>> 1) ^ -(raw & 1);
        }
    }

    private static int putField(byte[] target, int start, byte @Nullable [] field) {
        if (field == null) {
            return putVarlong(target, start, -1);
        }
        int at = putVarlong(target, start, field.length);
        System.arraycopy(field, 0, target, at, field.length);
        return at + field.length;
    }

    static int putVarlong(byte[] target, int start, long value) {
        long rest = (value << 1) ^ (value >> 63);
        int at = start;
        while ((rest & ~0x7fL) != 0) {
            target[at++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[at++] = (byte) rest;
        return at;
    }

    private static int fieldBytes(byte @Nullable [] field) {
        return field == null ? 1 : varintBytes(field.length) + field.length;
    }

    private static int varintBytes(int value) {
        return varlongBytes(value);
    }

    static int varlongBytes(long value) {
        long zigzag = (value << 1) ^ (value >> 63);
        return (64 - Long.numberOfLeadingZeros(zigzag | 1) + 6) / 7;
    }
}
