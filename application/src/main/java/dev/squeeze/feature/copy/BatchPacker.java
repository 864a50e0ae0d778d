package dev.squeeze.feature.copy;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.NewBatch;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.format.SendableBatch;
import dev.squeeze.kit.kafka.RecordBytes;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Creates the batches of one copy: compresses records, or keeps stored batches as they are. Compresses with Kafka's own
 * streams, so sizes and CPU time are those of a producer. Not thread-safe.
 */
final class BatchPacker implements AutoCloseable {
    private final String topic;
    private final Optional<Codec> codec;
    private final int largestBatchBytes;
    private final Map<Codec, RecordBytes.Packer> packers = new HashMap<>();
    private final RecordBytes source = new RecordBytes();
    private final BatchHeader header = new BatchHeader();
    private final List<PackedBatch> packed = new ArrayList<>();
    private long uncompressedBytes;
    private long keptBatches;

    /**
     * @param topic the source topic, for messages
     * @param codec absent if every batch keeps its own
     * @param largestBatchBytes maximum size that the destination accepts (max.message.bytes); larger batches are split
     */
    BatchPacker(String topic, Optional<Codec> codec, int largestBatchBytes) {
        this.topic = topic;
        this.codec = codec;
        this.largestBatchBytes = largestBatchBytes;
    }

    /**
     * The batches created from a group.
     *
     * @param bytes total size of the batches
     * @param uncompressedBytes uncompressed size, with headers, of the batches that were compressed
     * @param keptBatches batches left unchanged, whose uncompressed size is unknown
     */
    record Packed(List<PackedBatch> batches, long bytes, long uncompressedBytes, long keptBatches, long cpuNanos) {
        long records() {
            return batches.stream().mapToLong(PackedBatch::records).sum();
        }
    }

    /**
     * A batch with base offset 0 and without a CRC yet.
     *
     * @param partition the destination partition
     * @param records number of records
     */
    record PackedBatch(int partition, ByteBuffer bytes, int records) {}

    /**
     * Creates batches that are ready to be sent, in the given order.
     *
     * @throws TooLargeException if a single record does not fit into the largest batch that the destination accepts
     */
    Packed pack(List<ReadyBatch> group) {
        packed.clear();
        uncompressedBytes = 0;
        keptBatches = 0;
        long before = CpuClock.cpuNanos();
        for (ReadyBatch ready : group) {
            if (ready instanceof ReadyBatch.Unpacked unpacked) {
                compress(
                        unpacked.records(), codec.orElseGet(() -> Codec.ofDefaultLevel(unpacked.storedCodec())), ready);
            } else if (ready instanceof ReadyBatch.Stored stored) {
                keep(stored.batch(), ready);
            }
        }
        long bytes =
                packed.stream().mapToLong(batch -> batch.bytes().remaining()).sum();
        return new Packed(List.copyOf(packed), bytes, uncompressedBytes, keptBatches, CpuClock.cpuNanos() - before);
    }

    /**
     * Keeps the batch unchanged if possible; one that a broker would reject or modify is rebuilt with the same codec.
     */
    private void keep(SourceBatch batch, ReadyBatch ready) {
        header.wrap(batch.bytes(), batch.bytes().position());
        boolean asItIs = header.timestampType() == BatchHeader.TimestampType.CREATE_TIME
                && batch.fromOffset() == header.baseOffset()
                && batch.lastOffset() == header.lastOffset()
                && SendableBatch.obstacle(header).isEmpty()
                && batch.bytes().remaining() <= largestBatchBytes;
        try {
            if (asItIs) {
                RecordBytes.requireIntact(batch.bytes());
                ByteBuffer copy = ByteBuffer.allocate(batch.bytes().remaining());
                copy.put(batch.bytes().duplicate()).flip();
                // Brokers accept batches only with base offset 0.
                copy.putLong(0, 0);
                keptBatches++;
                packed.add(new PackedBatch(batch.partition(), copy, header.recordCount()));
                return;
            }
            ByteBuffer unpacked = source.unpack(batch.bytes());
            NewBatch records = new NewBatch(unpacked.remaining());
            records.add(header, unpacked, batch.fromOffset(), batch.lastOffset());
            if (!records.isEmpty()) {
                compress(
                        records,
                        Codec.ofDefaultLevel(header.codec()
                                .orElseThrow(() ->
                                        new IllegalArgumentException("codec " + header.codecId() + " is unknown"))),
                        ready);
            }
        } catch (UnreadableBatchException | IllegalArgumentException e) {
            throw BatchJoiner.unreadable(topic, batch, String.valueOf(e.getMessage()));
        }
    }

    private void compress(NewBatch records, Codec into, ReadyBatch from) {
        ByteBuffer batch = packers.computeIfAbsent(into, RecordBytes.Packer::new)
                .pack(records.records(), 0, records.recordBytes(), RecordFormatV2.BATCH_HEADER_BYTES);
        if (batch.remaining() > largestBatchBytes) {
            if (records.recordCount() == 1) {
                throw new TooLargeException(topic, from, batch.remaining(), largestBatchBytes);
            }
            int half = records.recordCount() / 2;
            compress(records.part(0, half), into, from);
            compress(records.part(half, records.recordCount()), into, from);
            return;
        }
        records.writeHeader(batch, into.type());
        uncompressedBytes += RecordFormatV2.BATCH_HEADER_BYTES + (long) records.recordBytes();
        packed.add(new PackedBatch(from.partition(), batch, records.recordCount()));
    }

    @Override
    public void close() {
        source.close();
    }
}
