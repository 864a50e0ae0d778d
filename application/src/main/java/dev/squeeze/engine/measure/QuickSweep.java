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
 * A few settings on many small samples, a fraction of a second each, on the calling thread. Ratios are those of a {@link
 * Sweep}, from fewer batches. Speeds are the CPU time of compressing and checking those batches once, in no rounds and
 * while other threads are at work, so their intervals are as wide as such figures were found to be off; they are good for
 * the cores of a topic next to its bytes, and for nothing finer. Belongs to one thread.
 */
public final class QuickSweep implements AutoCloseable {
    /** Uncompressed bytes of batches between which sizes are interpolated, where one only wants to know about them. */
    public static final List<Integer> BATCH_BYTES = List.of(1 << 12, 1 << 14, 1 << 16, 1 << 18);

    private static final int MIN_BATCHES = 8;
    /** CPU time, after which a setting gets no more batches. */
    private static final long MAX_NANOS_OF_A_CELL = 700_000_000L;

    private static final long WARM_UP_NANOS = 150_000_000L;

    /** What was compiled for one sweep is compiled for all of this JVM. */
    private static final Set<Codec> COMPILED = ConcurrentHashMap.newKeySet();

    private final BatchWorker worker = new BatchWorker();
    private final TreeSet<Codec> warm = new TreeSet<>();
    private final long bytesPerCell;

    /**
     * @param bytesPerCell uncompressed bytes to compress for each setting at each batch size; at least eight batches are, and no more
     *     where they take long
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
                    measure(cell, target(size));
                    measurements.add(Sweep.measurement(cell, Optional.of(RoughSpeeds.of(cell)), Optional.empty()));
                }
            }
        }
        return new SweepResult(
                ParetoFront.marked(measurements), List.of(), Optional.empty(), 1, listener.stopRequested());
    }

    /** In steps: the highest levels of zstd take tens of milliseconds for any batch, however small. */
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

    /** What the compiler has not seen yet would count as slow, and so would the first use of this worker's buffers. */
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
