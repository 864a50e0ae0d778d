package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.TrimmedMean;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The rounds of one setting at one batch size. */
final class SpeedCell {
    private static final int MAX_ROUNDS_PER_VISIT = 3;
    private static final int ROUNDS_BEFORE_SKIPPING = 4;

    private final RatioCell ratio;
    private int nextBatch;
    final Direction kafkaCompress = new Direction();
    final Direction kafkaDecompress = new Direction();
    final Direction bareCompress = new Direction();
    final Direction bareDecompress = new Direction();

    SpeedCell(RatioCell ratio) {
        this.ratio = ratio;
        kafkaCompress.expectedNanosPerByte = ratio.roughCompressNanosPerByte();
        kafkaDecompress.expectedNanosPerByte = ratio.roughVerifyNanosPerByte() / 2;
        bareCompress.expectedNanosPerByte = ratio.roughCompressNanosPerByte();
        bareDecompress.expectedNanosPerByte = ratio.roughVerifyNanosPerByte() / 2;
    }

    RatioCell ratio() {
        return ratio;
    }

    /** Takes the next batches of the verified prefix, cyclically. */
    int[] nextSlice(int batches) {
        int[] slice = new int[batches];
        for (int i = 0; i < batches; i++) {
            slice[i] = nextBatch;
            nextBatch = (nextBatch + 1) % ratio.measured();
        }
        return slice;
    }

    /**
     * Whether the setting skips a round. One batch of a slow setting may take many times as long as a group. Such a
     * setting takes part in fewer rounds, so that it does not use up the time of all others; its longer groups make up
     * for that.
     */
    boolean skipsRound(int round, long groupNanos) {
        double visitNanos = compressing().expectedNanosPerByte * ratio.sample().meanRecordBytesPerBatch();
        int every = (int) Math.max(1, Math.min(MAX_ROUNDS_PER_VISIT, visitNanos / (4 * groupNanos)));
        return compressing().rounds() >= ROUNDS_BEFORE_SKIPPING && round % every != 0;
    }

    /** The direction that determines the setting's pace: another client's codecs are called without Kafka's code. */
    Direction compressing() {
        return ratio.client().isPresent() ? bareCompress : kafkaCompress;
    }

    Optional<PathFigures> kafka() {
        return path(kafkaCompress, kafkaDecompress);
    }

    Optional<PathFigures> bare() {
        return path(bareCompress, bareDecompress);
    }

    private Optional<PathFigures> path(Direction compress, Direction decompress) {
        double bytesPerRecord = (double) ratio.sample().populationRecordBytes()
                / Math.max(1, ratio.sample().populationRecords());
        if (compress.rounds() < 2 || decompress.rounds() < 2) {
            return Optional.empty();
        }
        return Optional.of(new PathFigures(compress.figures(bytesPerRecord), decompress.figures(bytesPerRecord)));
    }

    /** Whether another round would hardly narrow the intervals. */
    boolean settled(double target, boolean withBare) {
        boolean ofClient = ratio.client().isPresent();
        return (ofClient || (kafkaCompress.settled(target) && kafkaDecompress.settled(target)))
                && (!(withBare || ofClient) || (bareCompress.settled(target) && bareDecompress.settled(target)));
    }

    /** @param batch the batch in which the difference was found */
    RoundTripException mismatch(PackedBatch batch, String what) {
        return new RoundTripException(ratio.codec() + " at " + new ByteCount(ratio.nominalBytes())
                + ", batch starting at record " + batch.firstRecord() + " of the source: " + what);
    }

    /** One direction's rounds. */
    static final class Direction {
        private static final double MIN_RELATIVE_LOW = 0.05;

        private final List<Double> nanosPerByte = new ArrayList<>();
        private final List<Double> allocatedBytesPerBatch = new ArrayList<>();
        double expectedNanosPerByte;

        void add(long cpuNanos, long bytes, long allocated, long batches) {
            nanosPerByte.add((double) cpuNanos / bytes);
            allocatedBytesPerBatch.add((double) allocated / batches);
            expectedNanosPerByte = (double) cpuNanos / bytes;
        }

        /** The first pass only determines how much work fits into a group. */
        void calibrate(long cpuNanos, long bytes) {
            expectedNanosPerByte = (double) cpuNanos / bytes;
        }

        int rounds() {
            return nanosPerByte.size();
        }

        private static ConfidenceInterval over(List<Double> rounds) {
            return TrimmedMean.of(
                    rounds.stream().mapToDouble(Double::doubleValue).toArray());
        }

        ConfidenceInterval interval() {
            ConfidenceInterval interval = over(nanosPerByte);
            double low = Math.max(interval.low(), MIN_RELATIVE_LOW * interval.estimate());
            return new ConfidenceInterval(interval.estimate(), low, interval.high(), interval.n(), false);
        }

        boolean settled(double target) {
            return rounds() >= 2 && interval().relativeHalfWidth() <= target;
        }

        DirectionFigures figures(double bytesPerRecord) {
            ConfidenceInterval interval = interval();
            return new DirectionFigures(
                    interval.dividing(1e9 / (1 << 20)), interval.times(bytesPerRecord), over(allocatedBytesPerBatch));
        }
    }
}
