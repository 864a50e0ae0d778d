package dev.squeeze.engine.measure;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A few settings on many small samples, a fraction of a second each, on the calling thread. Ratios are those of a {@link
 * Sweep}, from fewer batches. Speeds are the CPU time of compressing and checking those batches once, in no rounds and
 * while other threads are at work, so their intervals are as wide as such figures were found to be off; they are good for
 * the cores of a topic next to its bytes, and for nothing finer. Belongs to one thread.
 */
public final class QuickSweep implements AutoCloseable {
    /**
     * Half width of a speed's interval, as a fraction. Compared with a whole sweep on the same samples, nine of ten speeds came out
     * 0.78 to 1.44 times as fast (compression) and 0.66 to 1.53 times (decompression): docs/performance.md.
     */
    static final double SPEED_HALF_WIDTH = 0.5;

    /** Checking a batch takes its comparison too: the median over the same cells. */
    private static final double DECOMPRESSION_OF_VERIFYING = 0.8;

    /** Of a few kB the clock may see nothing; no core moves bytes faster than this. */
    private static final double MIN_NANOS_PER_BYTE = 0.05;

    private static final int MIN_BATCHES = 8;
    private static final long WARM_UP_NANOS = 150_000_000L;

    private final BatchWorker worker = new BatchWorker();
    private final TreeSet<Codec> warm = new TreeSet<>();
    private final long bytesPerCell;

    /** @param bytesPerCell uncompressed bytes to compress for each setting at each batch size; at least eight batches are */
    public QuickSweep(long bytesPerCell) {
        if (bytesPerCell < 1) {
            throw new IllegalArgumentException("a sweep needs bytes to compress: " + bytesPerCell);
        }
        this.bytesPerCell = bytesPerCell;
    }

    /**
     * Measures the settings at every batch size of the sample.
     *
     * @param listener is asked whether to stop; a sweep that was stopped leaves settings out
     * @throws RoundTripException where a batch does not come back as it went in
     */
    public SweepResult run(Sample sample, Collection<Codec> codecs, SweepListener listener) {
        List<CodecMeasurement> measurements = new ArrayList<>();
        TreeSet<Codec> wanted = new TreeSet<>(codecs);
        warmUp(sample, wanted, listener);
        for (BatchSample size : sample.sizes()) {
            for (Codec codec : wanted) {
                if (!listener.stopRequested()) {
                    RatioCell cell = new RatioCell(codec, size);
                    cell.measureUpTo(target(size), worker);
                    measurements.add(Sweep.measurement(cell, Optional.of(speeds(cell)), Optional.empty()));
                }
            }
        }
        return new SweepResult(
                ParetoFront.marked(measurements), List.of(), Optional.empty(), 1, listener.stopRequested());
    }

    private int target(BatchSample size) {
        return (int) Math.max(MIN_BATCHES, bytesPerCell / size.meanRecordBytesPerBatch());
    }

    /** Once for each codec: what the compiler has not seen yet would count as slow. */
    private void warmUp(Sample sample, Collection<Codec> codecs, SweepListener listener) {
        BatchSample size = sample.sizes().get(sample.sizes().size() / 2);
        for (Codec codec : codecs) {
            if (warm.add(codec)) {
                long start = CpuClock.cpuNanos();
                while (CpuClock.cpuNanos() - start < WARM_UP_NANOS && !listener.stopRequested()) {
                    new RatioCell(codec, size).measureUpTo(MIN_BATCHES, worker);
                }
            }
        }
    }

    private static PathFigures speeds(RatioCell cell) {
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

    @Override
    public void close() {
        worker.close();
    }
}
