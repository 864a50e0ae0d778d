package dev.squeeze.engine.measure;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * Speeds from the CPU time of compressing and verifying batches once, not in rounds and while other threads are
 * running: good enough for a topic's cores next to its bytes, but for nothing more precise.
 */
final class RoughSpeeds {
    /**
     * Half-width of a speed's interval, as a fraction. Compared with a complete sweep on the same samples, nine out of
     * ten speeds were 0.78 to 1.44 times (compression) and 0.66 to 1.53 times (decompression) as high:
     * docs/performance.md.
     */
    static final double SPEED_HALF_WIDTH = 0.5;

    /**
     * Share of decompression in the time for verifying a batch, which includes comparing it: the median over the same
     * cells.
     */
    private static final double DECOMPRESSION_OF_VERIFYING = 0.8;

    /** For a few kB, the clock may measure nothing; no core moves bytes faster than this. */
    static final double MIN_NANOS_PER_BYTE = 0.05;

    private RoughSpeeds() {}

    static PathFigures of(RatioCell cell) {
        double bytesPerRecord = (double) cell.sample().populationRecordBytes()
                / Math.max(1, cell.sample().populationRecords());
        return new PathFigures(
                direction(
                        cell.roughCompressNanosPerByte(),
                        cell.compressAllocatedBytesPerBatch(),
                        bytesPerRecord,
                        cell.measured()),
                direction(
                        DECOMPRESSION_OF_VERIFYING * cell.roughVerifyNanosPerByte(),
                        cell.verifyAllocatedBytesPerBatch(),
                        bytesPerRecord,
                        cell.measured()));
    }

    private static DirectionFigures direction(
            double nanosPerByte, double allocatedBytesPerBatch, double bytesPerRecord, int batches) {
        double nanos = Math.max(nanosPerByte, MIN_NANOS_PER_BYTE);
        double mebibytesPerSecond = 1e9 / (nanos * (1 << 20));
        return new DirectionFigures(
                around(mebibytesPerSecond, batches),
                around(nanos * bytesPerRecord, batches),
                around(allocatedBytesPerBatch, batches));
    }

    private static ConfidenceInterval around(double estimate, int batches) {
        return ConfidenceInterval.around(estimate, SPEED_HALF_WIDTH * estimate, Math.max(1, batches));
    }
}
