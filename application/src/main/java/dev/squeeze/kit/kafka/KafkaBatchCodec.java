package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Iterator;
import java.util.Optional;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.record.TimestampType;
import org.apache.kafka.common.record.internal.MemoryRecords;
import org.apache.kafka.common.record.internal.MemoryRecordsBuilder;
import org.apache.kafka.common.record.internal.MutableRecordBatch;
import org.apache.kafka.common.record.internal.Record;
import org.apache.kafka.common.utils.Utils;
import org.apache.kafka.common.utils.internals.BufferSupplier;
import org.apache.kafka.common.utils.internals.CloseableIterator;

/**
 * Encodes and decodes record batches v2 with Kafka's own classes, as the Java client does. Encoding appends record by record
 * through Kafka's compressing stream, as the producer does under its lock; decoding checks the CRC, iterates over the records and
 * copies key and value into arrays, as the consumer does for an application that takes byte arrays.
 *
 * <p>Not thread-safe.
 */
public final class KafkaBatchCodec implements AutoCloseable {
    private final Compression compression;
    private final BufferSupplier buffers = BufferSupplier.create();

    public KafkaBatchCodec(Codec codec) {
        this(compression(codec));
    }

    private KafkaBatchCodec(Compression compression) {
        this.compression = compression;
    }

    /**
     * Returns a codec that encodes the same batches, for use where no time is measured: with small batches, zstd is several times
     * faster, see {@link ReusedZstd}.
     */
    public static KafkaBatchCodec untimed(Codec codec) {
        return new KafkaBatchCodec(untimedCompression(codec));
    }

    static Compression untimedCompression(Codec codec) {
        return codec.type() == CodecType.ZSTD ? new ReusedZstd(codec.level(), compression(codec)) : compression(codec);
    }

    /** Releases the resources of {@link #untimedCompression}. */
    static void free(Compression compression) {
        if (compression instanceof ReusedZstd reused) {
            reused.close();
        }
    }

    static Compression compression(Codec codec) {
        return switch (codec.type()) {
            case NONE -> Compression.NONE;
            case GZIP -> Compression.gzip().level(codec.level()).build();
            case SNAPPY -> Compression.snappy().build();
            case LZ4 -> Compression.lz4().level(codec.level()).build();
            case ZSTD -> Compression.zstd().level(codec.level()).build();
        };
    }

    /**
     * How many uncompressed bytes of a batch Kafka's compressing stream has buffered but not compressed: it compresses in blocks,
     * and the rest of the last block when the batch is closed.
     *
     * @param recordBytes uncompressed bytes that were appended
     */
    public static long heldBackBytes(CodecType type, long recordBytes) {
        int block = blockBytes(type);
        return block == 0 ? 0 : recordBytes % block;
    }

    /**
     * The average fraction of a batch's bytes that is buffered but not compressed.
     *
     * @param recordBytes average uncompressed bytes of a batch
     */
    public static double heldBackShare(CodecType type, double recordBytes) {
        int block = blockBytes(type);
        return recordBytes <= block ? block == 0 ? 0 : 1 : block / 2.0 / recordBytes;
    }

    private static int blockBytes(CodecType type) {
        return switch (type) {
            case NONE -> 0;
            // Kafka's buffer in front of the stream; deflate itself keeps up.
            case GZIP -> 16 << 10;
            case SNAPPY -> 32 << 10;
            case LZ4 -> 64 << 10;
            // The largest block of zstd.
            case ZSTD -> 128 << 10;
        };
    }

    /**
     * Builds one batch.
     *
     * @param records at least one
     * @param target written to from its position if the batch fits; must have an array
     * @return the batch including its header, ready to be read; in {@code target} if it fits
     */
    public ByteBuffer encode(BatchRecord[] records, ByteBuffer target) {
        OpenBatch batch = begin(target);
        for (BatchRecord record : records) {
            batch.append(record);
        }
        return batch.close();
    }

    /**
     * Opens a batch. Several may be open at the same time, as a producer has one for each partition.
     *
     * @param target as for {@link #encode}
     */
    public OpenBatch begin(ByteBuffer target) {
        return new OpenBatch(MemoryRecords.builder(target, compression, TimestampType.CREATE_TIME, 0L));
    }

    /** An open batch to which records are appended. */
    public static final class OpenBatch {
        private final MemoryRecordsBuilder builder;

        private OpenBatch(MemoryRecordsBuilder builder) {
            this.builder = builder;
        }

        public void append(BatchRecord record) {
            builder.append(record.timestampMillis(), record.key(), record.value(), record.headers());
        }

        /** Compresses buffered bytes and returns the batch as {@link KafkaBatchCodec#encode} does. */
        public ByteBuffer close() {
            return builder.build().buffer();
        }
    }

    /**
     * Bytes of batches recompressed by a broker, including headers. Like Kafka's {@code LogValidator}: record by record from one
     * batch into another one with the same records.
     */
    long recompressedBytes(MemoryRecords batches) {
        long bytes = 0;
        for (MutableRecordBatch batch : batches.batches()) {
            MemoryRecordsBuilder again = MemoryRecords.builder(
                    ByteBuffer.allocate(batch.sizeInBytes()), compression, TimestampType.CREATE_TIME, 0L);
            try (CloseableIterator<Record> records = batch.streamingIterator(buffers)) {
                while (records.hasNext()) {
                    Record record = records.next();
                    again.append(record.timestamp(), record.key(), record.value(), record.headers());
                }
            }
            bytes += again.build().sizeInBytes();
        }
        return bytes;
    }

    /**
     * Reads one batch as a consumer does.
     *
     * @return bytes of all keys and values
     */
    public long consume(ByteBuffer encoded) {
        long payloadBytes = 0;
        for (MutableRecordBatch batch : MemoryRecords.readableRecords(encoded).batches()) {
            batch.ensureValid();
            try (CloseableIterator<Record> records = batch.streamingIterator(buffers)) {
                while (records.hasNext()) {
                    Record record = records.next();
                    byte[] key = Utils.toNullableArray(record.key());
                    byte[] value = Utils.toNullableArray(record.value());
                    payloadBytes += (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
                    record.headers();
                }
            }
        }
        return payloadBytes;
    }

    /**
     * Decodes one batch and compares it with the original records: key, value, headers, timestamp and offset of each record.
     *
     * @return empty if all are equal, otherwise the difference and its offset in the batch
     */
    public Optional<String> firstDifference(ByteBuffer encoded, BatchRecord[] expected) {
        int offset = 0;
        try {
            Iterator<MutableRecordBatch> batches =
                    MemoryRecords.readableRecords(encoded).batches().iterator();
            while (batches.hasNext()) {
                MutableRecordBatch batch = batches.next();
                batch.ensureValid();
                try (CloseableIterator<Record> records = batch.streamingIterator(buffers)) {
                    while (records.hasNext()) {
                        Record record = records.next();
                        if (offset >= expected.length) {
                            return Optional.of("more than the " + expected.length + " records that went in");
                        }
                        Optional<String> difference = difference(record, expected[offset], offset);
                        if (difference.isPresent()) {
                            return difference;
                        }
                        offset++;
                    }
                }
            }
        } catch (RuntimeException e) {
            return Optional.of("offset " + offset + ": cannot be read back: " + e.getMessage());
        }
        return offset == expected.length
                ? Optional.empty()
                : Optional.of("only " + offset + " of the " + expected.length + " records that went in");
    }

    private static Optional<String> difference(Record got, BatchRecord wanted, int offset) {
        String at = "offset " + offset + ": ";
        if (got.offset() != offset) {
            return Optional.of(at + "came back with offset " + got.offset());
        }
        if (got.timestamp() != wanted.timestampMillis()) {
            return Optional.of(at + "the timestamp differs");
        }
        if (!Arrays.equals(Utils.toNullableArray(got.key()), wanted.key())) {
            return Optional.of(at + "the key differs");
        }
        if (!Arrays.equals(Utils.toNullableArray(got.value()), wanted.value())) {
            return Optional.of(at + "the value differs");
        }
        Header[] headers = got.headers();
        return Arrays.equals(headers, wanted.headers()) ? Optional.empty() : Optional.of(at + "the headers differ");
    }

    @Override
    public void close() {
        buffers.close();
        free(compression);
    }
}
