package dev.squeeze.engine.measure;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.Sample;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Measures a few settings on many small samples, for a fraction of a second each, on the calling thread. Ratios are
 * like those of a {@link Sweep}, from fewer batches. Speeds are the CPU time of compressing and verifying those batches
 * once, not in rounds and while other threads are running, so their intervals are as wide as the observed error of such
 * figures. They are good enough for a topic's cores next to its bytes, but for nothing more precise. Not thread-safe.
 */
public final class QuickSweep implements AutoCloseable {
    /** Uncompressed bytes of batches between which sizes are interpolated, if rough figures are enough. */
    public static final List<Integer> BATCH_BYTES = List.of(1 << 12, 1 << 14, 1 << 16, 1 << 18);

    private static final int MIN_BATCHES = 8;
    /** No more batches are added to a setting after this CPU time. */
    private static final long MAX_NANOS_OF_A_CELL = 700_000_000L;

    private static final long WARM_UP_NANOS = 150_000_000L;

    /** Codecs that have been warmed up; compiled code is shared by all sweeps in this JVM. */
    private static final Set<Codec> COMPILED = ConcurrentHashMap.newKeySet();

    private final BatchWorker worker = new BatchWorker();
    private final TreeSet<Codec> warm = new TreeSet<>();
    private final long bytesPerCell;

    /**
     * @param bytesPerCell uncompressed bytes to compress for each setting at each batch size; at least eight batches,
     *     and no more if they take long
     */
    public QuickSweep(long bytesPerCell) {
        if (bytesPerCell < 1) {
            throw new IllegalArgumentException("a sweep needs bytes to compress: " + bytesPerCell);
        }
        this.bytesPerCell = bytesPerCell;
    }

    /**
     * Measures the settings at every batch size of the sample.
     *
     * @param listener decides whether to stop; a sweep that was stopped leaves settings out
     * @throws RoundTripException if a batch read back differs from the original
     */
    public SweepResult run(Sample sample, Collection<Codec> codecs, SweepListener listener) {
        List<CodecMeasurement> measurements = new ArrayList<>();
        TreeSet<Codec> wanted = new TreeSet<>(codecs);
        warmUp(sample, wanted, listener);
        for (BatchSample size : sample.sizes()) {
            for (Codec codec : wanted) {
                if (!listener.stopRequested()) {
                    RatioCell cell = new RatioCell(codec, size);
                    measure(cell, target(size));
                    measurements.add(Sweep.measurement(cell, Optional.of(RoughSpeeds.of(cell)), Optional.empty()));
                }
            }
        }
        return new SweepResult(
                ParetoFront.marked(measurements), List.of(), Optional.empty(), 1, listener.stopRequested());
    }

    /** Adds batches in steps: the highest zstd levels take tens of milliseconds for any batch, however small. */
    private void measure(RatioCell cell, int target) {
        long begin = CpuClock.cpuNanos();
        int batches = Math.min(MIN_BATCHES, target);
        cell.measureUpTo(batches, worker);
        while (batches < target && CpuClock.cpuNanos() - begin < MAX_NANOS_OF_A_CELL) {
            batches = Math.min(2 * batches, target);
            cell.measureUpTo(batches, worker);
        }
    }

    private int target(BatchSample size) {
        return (int) Math.max(MIN_BATCHES, bytesPerCell / size.meanRecordBytesPerBatch());
    }

    /**
     * Otherwise code that is not compiled yet, and the first use of this worker's buffers, would make settings look
     * slow.
     */
    private void warmUp(Sample sample, Collection<Codec> codecs, SweepListener listener) {
        BatchSample size = sample.sizes().get(sample.sizes().size() / 2);
        for (Codec codec : codecs) {
            if (!listener.stopRequested() && warm.add(codec)) {
                long nanos = COMPILED.contains(codec) ? 0 : WARM_UP_NANOS;
                long start = CpuClock.cpuNanos();
                do {
                    new RatioCell(codec, size).measureUpTo(MIN_BATCHES, worker);
                } while (CpuClock.cpuNanos() - start < nanos && !listener.stopRequested());
                if (!listener.stopRequested()) {
                    COMPILED.add(codec);
                }
            }
        }
    }

    @Override
    public void close() {
        worker.close();
    }
}
