package dev.squeeze.engine.measure;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.kafka.ProducerReplay;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Cost of a codec for given batches, less the cost of the same batches without compression. Keys scatter records over
 * partitions, so records that are adjacent in a partition are not adjacent in the source: a log whose lines resemble
 * the previous ones then compresses at half the speed. Keys also make the producer fill many batches at the same time,
 * whose codecs evict one another's tables from the caches: zstd level 3 then takes two to three times as long, level 1
 * hardly longer. Speeds measured on stretches of the source, compressed one after another, show neither effect.
 *
 * @param compressNanosPerByte CPU nanoseconds per uncompressed byte of records
 * @param closingNanosPerByte the part of it that is spent on closing the batches, since a codec works in blocks
 * @param decompressNanosPerByte CPU nanoseconds per uncompressed byte for decompressing one batch after another
 */
public record CodecAlone(double compressNanosPerByte, double closingNanosPerByte, double decompressNanosPerByte) {
    /** For no codec. */
    public static final CodecAlone NOTHING = new CodecAlone(0, 0, 0);

    private static final int PASSES = 6;
    private static final long MAX_NANOS = 300_000_000;
    private static final int MAX_BATCHES = 96;
    private static final long MAX_BYTES = 8L << 20;
    /** The CPU clock of a thread is too coarse for fewer bytes. */
    private static final long MIN_BYTES = 16 << 10;

    /**
     * Limit for all open batches, each of which is followed by another. The cost per byte does not change for larger
     * ones.
     */
    private static final long MAX_BYTES_AT_ONCE = 24L << 20;

    /** More tables than this do not fit into any cache either, and would only waste memory. */
    private static final int MAX_OPEN = 64;

    private static final int SPARE_BYTES = 1 << 10;

    public CodecAlone {
        if (compressNanosPerByte < closingNanosPerByte || closingNanosPerByte < 0 || decompressNanosPerByte < 0) {
            throw new IllegalArgumentException("a codec's times are at least 0, and closing is a part of compressing");
        }
    }

    /** Share of the compression time that is spent on closing batches. */
    public double closingShare() {
        return compressNanosPerByte > 0 ? closingNanosPerByte / compressNanosPerByte : 0;
    }

    /** The same with compression taking this many times as long, as another library's codec may. */
    public CodecAlone compressingTimes(double factor) {
        return new CodecAlone(factor * compressNanosPerByte, factor * closingNanosPerByte, decompressNanosPerByte);
    }

    private record Times(double appendNanos, double closeNanos, double decompressNanos) {
        private Times least(Times other) {
            return new Times(
                    Math.min(appendNanos, other.appendNanos),
                    Math.min(closeNanos, other.closeNanos),
                    Math.min(decompressNanos, other.decompressNanos));
        }

        private Times mixedWith(Times other, double othersShare) {
            double share = 1 - othersShare;
            return new Times(
                    share * appendNanos + othersShare * other.appendNanos,
                    share * closeNanos + othersShare * other.closeNanos,
                    share * decompressNanos + othersShare * other.decompressNanos);
        }
    }

    /**
     * Times the batches that form when records are partitioned by key.
     *
     * @param records in order, used repeatedly: if there are few, a partition soon gets the same ones again
     * @param partitions over which their keys scatter them
     * @param recordsPerBatch mean number of records in a batch
     * @param openBatches mean number of batches filled at the same time; at most 64 are timed
     * @param lingeredShare share of the batches that are sent because their linger has expired, and therefore all
     *     together; the others fill up at different times
     */
    public static CodecAlone ofScattered(
            Codec codec,
            List<BatchRecord> records,
            int partitions,
            double recordsPerBatch,
            double openBatches,
            double lingeredShare) {
        if (codec.equals(Codec.NONE)) {
            return NOTHING;
        }
        long mostRecords = mostRecords(records);
        long mostOpen = Math.min(Math.min(partitions, MAX_OPEN), mostRecords);
        int open = (int) Math.max(1, Math.min(mostOpen, Math.round(openBatches)));
        int perBatch = (int) Math.max(1, Math.min(Math.round(recordsPerBatch), mostRecords / open));
        return of(codec, scattered(records, partitions, perBatch, open), open, lingeredShare);
    }

    /** Maximum number of records in all concurrently open batches; each batch is followed by another. */
    private static long mostRecords(List<BatchRecord> records) {
        long bytes = 0;
        for (BatchRecord record : records) {
            bytes += RecordFormatV2.encodedBytes(record, 0, 0);
        }
        return (long) (MAX_BYTES_AT_ONCE / 2.0 * records.size() / bytes);
    }

    private static List<BatchRecord[]> scattered(List<BatchRecord> records, int partitions, int perBatch, int open) {
        List<List<BatchRecord>> byPartition = byPartition(records, partitions);
        List<BatchRecord[]> batches = new ArrayList<>();
        long bytes = 0;
        for (int first = 0;
                first < 2 * open || bytes < MIN_BYTES || (batches.size() < MAX_BATCHES && bytes < MAX_BYTES);
                first++) {
            // One batch from each partition in turn, in the order in which a request includes them.
            List<BatchRecord> own = byPartition.get(first % byPartition.size());
            long from = (long) (first / byPartition.size()) * perBatch;
            BatchRecord[] batch = new BatchRecord[perBatch];
            for (int i = 0; i < perBatch; i++) {
                batch[i] = own.get((int) ((from + i) % own.size()));
                bytes += RecordFormatV2.encodedBytes(batch[i], 0, 0);
            }
            batches.add(batch);
        }
        // Only whole groups: in a smaller group, fewer batches would compete for the caches.
        return batches.subList(0, batches.size() / open * open);
    }

    /**
     * The records of each non-empty partition, in order. Records without a key are distributed to the partitions in
     * turn.
     */
    static List<List<BatchRecord>> byPartition(List<BatchRecord> records, int partitions) {
        Map<Integer, List<BatchRecord>> byPartition = new TreeMap<>();
        for (int i = 0; i < records.size(); i++) {
            BatchRecord record = records.get(i);
            int chosen = ProducerReplay.partitionOf(record, partitions);
            int partition = chosen == ProducerReplay.ANY_PARTITION ? i % partitions : chosen;
            byPartition.computeIfAbsent(partition, none -> new ArrayList<>()).add(record);
        }
        return List.copyOf(byPartition.values());
    }

    /**
     * Times the given batches; takes less than a second for most codecs.
     *
     * @param open number of batches filled at the same time; all have the same number of records
     * @param togetherShare share of them that all start and end at the same time
     */
    static CodecAlone of(Codec codec, List<BatchRecord[]> batches, int open, double togetherShare) {
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
        Times with = times(codec, batches, open, room, togetherShare);
        Times without = times(Codec.NONE, batches, open, room, togetherShare);
        double append = Math.max(0, with.appendNanos - without.appendNanos);
        double close = Math.max(0, with.closeNanos - without.closeNanos);
        return new CodecAlone(
                (append + close) / bytes,
                close / bytes,
                Math.max(0, with.decompressNanos - without.decompressNanos) / bytes);
    }

    /**
     * Codecs that allocate native memory take up to three times as long for small batches that end at the same time.
     */
    private static Times times(Codec codec, List<BatchRecord[]> batches, int open, int room, double togetherShare) {
        List<ByteBuffer> targets = new ArrayList<>();
        for (int i = 0; i < open; i++) {
            targets.add(ByteBuffer.allocate(room));
        }
        try (KafkaBatchCodec kafka = new KafkaBatchCodec(codec)) {
            if (open == 1 || togetherShare >= 1) {
                return best(kafka, batches, targets, false);
            }
            Times staggered = best(kafka, batches, targets, true);
            return togetherShare <= 0
                    ? staggered
                    : staggered.mixedWith(best(kafka, batches, targets, false), togetherShare);
        }
    }

    /** The minimum over some passes, since disturbances only add time. */
    private static Times best(
            KafkaBatchCodec kafka, List<BatchRecord[]> batches, List<ByteBuffer> targets, boolean staggered) {
        Times best = new Times(Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE);
        long until = System.nanoTime() + MAX_NANOS;
        for (int pass = 0; pass < 2 || (pass < PASSES && System.nanoTime() < until); pass++) {
            best = best.least(new SideBySide(kafka, batches, targets).pass(staggered));
        }
        return best;
    }

    /** Fills batches concurrently, as many as there are buffers; in each buffer, one batch after another. */
    private static final class SideBySide {
        private final KafkaBatchCodec kafka;
        private final List<BatchRecord[]> batches;
        private final List<ByteBuffer> targets;
        private final List<ByteBuffer> encoded = new ArrayList<>();
        private long closeNanos;
        private long otherNanos;

        private SideBySide(KafkaBatchCodec kafka, List<BatchRecord[]> batches, List<ByteBuffer> targets) {
            this.kafka = kafka;
            this.batches = batches;
            this.targets = targets;
        }

        /**
         * @param staggered whether each buffer is at a different position in its batch; its first and last batch are
         *     then partial
         */
        private Times pass(boolean staggered) {
            int open = targets.size();
            int perBatch = batches.get(0).length;
            KafkaBatchCodec.OpenBatch[] filling = new KafkaBatchCodec.OpenBatch[open];
            int steps = batches.size() / open * perBatch;
            long before = CpuClock.cpuNanos();
            for (int step = 0; step < steps; step++) {
                for (int place = 0; place < open; place++) {
                    int at = (step + (staggered ? (int) ((long) perBatch * place / open) : 0)) % perBatch;
                    KafkaBatchCodec.OpenBatch batch = filling[place];
                    if (batch == null) {
                        batch = kafka.begin(targets.get(place).clear());
                        filling[place] = batch;
                    }
                    batch.append(batches.get(step / perBatch * open + place)[at]);
                    if (at == perBatch - 1 || step == steps - 1) {
                        close(batch);
                        filling[place] = null;
                    }
                }
            }
            long appendNanos = CpuClock.cpuNanos() - before - closeNanos - otherNanos;
            before = CpuClock.cpuNanos();
            encoded.forEach(kafka::consume);
            return new Times(appendNanos, closeNanos, CpuClock.cpuNanos() - before);
        }

        private void close(KafkaBatchCodec.OpenBatch batch) {
            long before = CpuClock.cpuNanos();
            ByteBuffer closed = batch.close();
            long after = CpuClock.cpuNanos();
            closeNanos += after - before;
            encoded.add(ByteBuffer.allocate(closed.remaining()).put(closed).flip());
            otherNanos += CpuClock.cpuNanos() - after;
        }
    }
}
