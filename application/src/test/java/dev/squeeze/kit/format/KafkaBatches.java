package dev.squeeze.kit.format;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.record.internal.DefaultRecord;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.SimpleRecord;
import org.jspecify.annotations.Nullable;

/** Batches created by Kafka's own classes: the reference for sizes, bytes and ratios. */
public final class KafkaBatches {
    private KafkaBatches() {}

    public static int sizeInBytes(BatchRecord record, int offsetDelta, long deltaMillis) {
        return DefaultRecord.sizeInBytes(
                offsetDelta, deltaMillis, buffer(record.key()), buffer(record.value()), record.headers());
    }

    /** The records of a batch as Kafka encodes them before compression. */
    public static byte[] encodedRecords(List<BatchRecord> records) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        long base = records.get(0).timestampMillis();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            for (int i = 0; i < records.size(); i++) {
                BatchRecord record = records.get(i);
                DefaultRecord.writeTo(
                        out,
                        i,
                        record.timestampMillis() - base,
                        buffer(record.key()),
                        buffer(record.value()),
                        record.headers());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    /** A whole batch as stored, uncompressed. */
    public static byte[] stored(long baseOffset, BatchRecord... records) {
        ByteBuffer batch = batch(Compression.NONE, records).putLong(0, baseOffset);
        byte[] bytes = new byte[batch.remaining()];
        batch.get(bytes);
        return bytes;
    }

    /**
     * Divides records greedily: adds the next record as long as the batch does not exceed the nominal size, by Kafka's
     * sizes.
     */
    public static List<List<BatchRecord>> cut(List<BatchRecord> records, int nominalBytes) {
        List<List<BatchRecord>> batches = new ArrayList<>();
        List<BatchRecord> open = new ArrayList<>();
        long filled = 0;
        for (BatchRecord record : records) {
            if (!open.isEmpty()
                    && filled
                                    + sizeInBytes(
                                            record,
                                            open.size(),
                                            record.timestampMillis()
                                                    - open.get(0).timestampMillis())
                            > nominalBytes) {
                batches.add(open);
                open = new ArrayList<>();
                filled = 0;
            }
            long delta =
                    open.isEmpty() ? 0 : record.timestampMillis() - open.get(0).timestampMillis();
            filled += sizeInBytes(record, open.size(), delta);
            open.add(record);
        }
        if (!open.isEmpty()) {
            batches.add(open);
        }
        return batches;
    }

    /** The whole batch, including its header. */
    public static ByteBuffer batch(Compression compression, BatchRecord... records) {
        SimpleRecord[] simple = new SimpleRecord[records.length];
        for (int i = 0; i < records.length; i++) {
            BatchRecord record = records[i];
            simple[i] = new SimpleRecord(record.timestampMillis(), record.key(), record.value(), record.headers());
        }
        return MemoryRecords.withRecords(compression, simple).buffer();
    }

    /** Uncompressed over compressed bytes of all batches. */
    public static double ratio(Codec codec, List<List<BatchRecord>> batches) {
        double compressed = 0;
        for (List<BatchRecord> batch : batches) {
            compressed +=
                    batch(compression(codec), batch.toArray(BatchRecord[]::new)).remaining();
        }
        return uncompressedBytes(batches) / compressed;
    }

    /** Bytes of all batches without compression, including headers. */
    public static double uncompressedBytes(List<List<BatchRecord>> batches) {
        double bytes = 0;
        for (List<BatchRecord> batch : batches) {
            bytes += batch(Compression.NONE, batch.toArray(BatchRecord[]::new)).remaining();
        }
        return bytes;
    }

    private static Compression compression(Codec codec) {
        return switch (codec.type()) {
            case NONE -> Compression.NONE;
            case GZIP -> Compression.gzip().level(codec.level()).build();
            case SNAPPY -> Compression.snappy().build();
            case LZ4 -> Compression.lz4().level(codec.level()).build();
            case ZSTD -> Compression.zstd().level(codec.level()).build();
        };
    }

    private static @Nullable ByteBuffer buffer(byte @Nullable [] field) {
        return field == null ? null : ByteBuffer.wrap(field);
    }
}
