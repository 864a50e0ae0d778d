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
 * speed then. And they let the producer fill many batches at the same time, whose codecs drive one another's tables out of the
 * caches: zstd's level 3 takes twice to three times as long then, its level 1 hardly longer. Speeds of stretches of the source
 * that are compressed one after another show neither.
 *
 * @param compressNanosPerByte CPU nanoseconds for an uncompressed byte of record
 * @param decompressNanosPerByte the same of reading, one batch after another
 */
public record CodecAlone(double compressNanosPerByte, double decompressNanosPerByte) {
    private static final int PASSES = 6;
    private static final long MOST_NANOS = 300_000_000;
    private static final int MOST_BATCHES = 96;
    private static final long MOST_BYTES = 8L << 20;
    private static final int SPARE_BYTES = 1 << 10;

    private record Times(double compressNanos, double decompressNanos) {}

    /**
     * Times the batches of records that partitions by key make.
     *
     * @param records in their order, over and over
     * @param partitions each gets about as many of them, in turn, as keys do on average
     * @param recordsPerBatch on average
     * @param openBatches how many are filled at the same time, on average
     */
    public static CodecAlone ofScattered(
            Codec codec, List<BatchRecord> records, int partitions, double recordsPerBatch, double openBatches) {
        if (codec.equals(Codec.NONE)) {
            return new CodecAlone(0, 0);
        }
        int open = (int) Math.max(1, Math.min(partitions, Math.round(openBatches)));
        return of(codec, scattered(records, partitions, (int) Math.max(1, Math.round(recordsPerBatch)), open), open);
    }

    private static List<BatchRecord[]> scattered(List<BatchRecord> records, int partitions, int perBatch, int open) {
        List<BatchRecord[]> batches = new ArrayList<>();
        long bytes = 0;
        for (int first = 0; first < open || (batches.size() < MOST_BATCHES && bytes < MOST_BYTES); first++) {
            // A partition's batch, then that of the next one, as a request takes them along.
            long from = (long) (first / partitions) * perBatch * partitions + first % partitions;
            BatchRecord[] batch = new BatchRecord[perBatch];
            for (int i = 0; i < perBatch; i++) {
                batch[i] = records.get((int) ((from + (long) i * partitions) % records.size()));
                bytes += RecordFormatV2.encodedBytes(batch[i], 0, 0);
            }
            batches.add(batch);
        }
        // Only whole groups: a group of fewer would be crowded less.
        return batches.subList(0, batches.size() / open * open);
    }

    /**
     * Times given batches, for most codecs within half a second.
     *
     * @param open how many are filled at the same time; each has as many records as the others
     */
    static CodecAlone of(Codec codec, List<BatchRecord[]> batches, int open) {
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
        Times with = best(codec, batches, open, room);
        Times without = best(Codec.NONE, batches, open, room);
        return new CodecAlone(
                Math.max(0, with.compressNanos - without.compressNanos) / bytes,
                Math.max(0, with.decompressNanos - without.decompressNanos) / bytes);
    }

    /** The least of some passes: what disturbs one only adds to it. */
    private static Times best(Codec codec, List<BatchRecord[]> batches, int open, int room) {
        double compress = Double.MAX_VALUE;
        double decompress = Double.MAX_VALUE;
        List<ByteBuffer> targets = new ArrayList<>();
        for (int i = 0; i < open; i++) {
            targets.add(ByteBuffer.allocate(room));
        }
        long until = System.nanoTime() + MOST_NANOS;
        try (KafkaBatchCodec kafka = new KafkaBatchCodec(codec)) {
            for (int pass = 0; pass < 2 || (pass < PASSES && System.nanoTime() < until); pass++) {
                List<ByteBuffer> encoded = new ArrayList<>(batches.size());
                long compressNanos = 0;
                for (int first = 0; first < batches.size(); first += open) {
                    long before = CpuClock.cpuNanos();
                    List<ByteBuffer> together = fill(kafka, batches.subList(first, first + open), targets);
                    compressNanos += CpuClock.cpuNanos() - before;
                    for (ByteBuffer one : together) {
                        encoded.add(
                                ByteBuffer.allocate(one.remaining()).put(one).flip());
                    }
                }
                compress = Math.min(compress, compressNanos);
                long before = CpuClock.cpuNanos();
                encoded.forEach(kafka::consume);
                decompress = Math.min(decompress, CpuClock.cpuNanos() - before);
            }
        }
        return new Times(compress, decompress);
    }

    /** A record of each in turn. */
    private static List<ByteBuffer> fill(KafkaBatchCodec kafka, List<BatchRecord[]> batches, List<ByteBuffer> targets) {
        List<KafkaBatchCodec.OpenBatch> open = new ArrayList<>();
        for (int i = 0; i < batches.size(); i++) {
            open.add(kafka.begin(targets.get(i).clear()));
        }
        for (int i = 0; i < batches.get(0).length; i++) {
            for (int batch = 0; batch < open.size(); batch++) {
                open.get(batch).append(batches.get(batch)[i]);
            }
        }
        return open.stream().map(KafkaBatchCodec.OpenBatch::close).toList();
    }
}
