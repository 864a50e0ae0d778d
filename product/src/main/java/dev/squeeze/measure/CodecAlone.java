package dev.squeeze.measure;

import dev.squeeze.batch.BatchRecord;
import dev.squeeze.batch.RecordFormatV2;
import dev.squeeze.codec.Codec;
import dev.squeeze.kafka.KafkaBatchCodec;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * What a codec takes for given batches, less what the same batches take without one. Keys scatter records over partitions, and
 * neighbours of a partition are not neighbours of the source: a log whose lines resemble the last ones compresses at half the
 * speed then, which speeds of stretches of the source do not show.
 *
 * @param compressNanosPerByte CPU nanoseconds for an uncompressed byte of record, one batch after another
 * @param decompressNanosPerByte the same of reading
 */
public record CodecAlone(double compressNanosPerByte, double decompressNanosPerByte) {
    private static final int PASSES = 6;
    private static final long MOST_NANOS = 400_000_000;
    private static final int MOST_BATCHES = 96;
    private static final long MOST_BYTES = 6L << 20;
    private static final int SPARE_BYTES = 1 << 10;

    private record Times(double compressNanos, double decompressNanos) {}

    /**
     * Times the batches of records that partitions by key make.
     *
     * @param records in their order, over and over
     * @param partitions each gets about as many of them, in turn, as keys do on average
     * @param recordsPerBatch on average
     */
    public static CodecAlone ofScattered(
            Codec codec, List<BatchRecord> records, int partitions, double recordsPerBatch) {
        return codec.equals(Codec.NONE)
                ? new CodecAlone(0, 0)
                : of(codec, scattered(records, partitions, (int) Math.max(1, Math.round(recordsPerBatch))));
    }

    private static List<BatchRecord[]> scattered(List<BatchRecord> records, int partitions, int perBatch) {
        List<BatchRecord[]> batches = new ArrayList<>();
        long bytes = 0;
        for (int first = 0; batches.size() < MOST_BATCHES && bytes < MOST_BYTES; first++) {
            // A partition's batch, then that of the next one, as a request takes them along.
            int from = first / partitions * perBatch * partitions + first % partitions;
            BatchRecord[] batch = new BatchRecord[perBatch];
            for (int i = 0; i < perBatch; i++) {
                batch[i] = records.get((int) ((from + (long) i * partitions) % records.size()));
                bytes += RecordFormatV2.encodedBytes(batch[i], 0, 0);
            }
            batches.add(batch);
        }
        return batches;
    }

    /** Times given batches for half a second at most. */
    static CodecAlone of(Codec codec, List<BatchRecord[]> batches) {
        long bytes = 0;
        long largest = 0;
        for (BatchRecord[] batch : batches) {
            long own = 0;
            for (BatchRecord record : batch) {
                own += RecordFormatV2.encodedBytes(record, 0, 0);
            }
            bytes += own;
            largest = Math.max(largest, own);
        }
        int room = (int) (largest + largest / 8 + SPARE_BYTES);
        Times with = best(codec, batches, room);
        Times without = best(Codec.NONE, batches, room);
        return new CodecAlone(
                Math.max(0, with.compressNanos - without.compressNanos) / bytes,
                Math.max(0, with.decompressNanos - without.decompressNanos) / bytes);
    }

    /** The least of some passes: what disturbs one only adds to it. */
    private static Times best(Codec codec, List<BatchRecord[]> batches, int room) {
        double compress = Double.MAX_VALUE;
        double decompress = Double.MAX_VALUE;
        long until = System.nanoTime() + MOST_NANOS;
        try (KafkaBatchCodec kafka = new KafkaBatchCodec(codec)) {
            for (int pass = 0; pass < 2 || (pass < PASSES && System.nanoTime() < until); pass++) {
                List<ByteBuffer> encoded = new ArrayList<>(batches.size());
                ByteBuffer target = ByteBuffer.allocate(room);
                long compressNanos = 0;
                for (BatchRecord[] batch : batches) {
                    long before = CpuClock.cpuNanos();
                    ByteBuffer one = kafka.encode(batch, target.clear());
                    compressNanos += CpuClock.cpuNanos() - before;
                    encoded.add(ByteBuffer.allocate(one.remaining()).put(one).flip());
                }
                compress = Math.min(compress, compressNanos);
                long before = CpuClock.cpuNanos();
                encoded.forEach(kafka::consume);
                decompress = Math.min(decompress, CpuClock.cpuNanos() - before);
            }
        }
        return new Times(compress, decompress);
    }
}
