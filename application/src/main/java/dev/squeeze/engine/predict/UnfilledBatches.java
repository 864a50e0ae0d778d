package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Simulated traffic whose batches are all closed by {@code linger.ms}. As long as no batch fills up, the result does
 * not depend on {@code batch.size}, so it is simulated once and reused. Thread-safe; concurrent callers may simulate
 * the same traffic twice, with identical results.
 */
final class UnfilledBatches {
    /**
     * A batch is full once its estimated size, which is 5 % too high, its header and one more record reach
     * {@code batch.size}.
     */
    private static final double MARGIN = 1.1;

    private static final int MAX_BATCH_BYTES = 1 << 20;
    private static final int MIN_BATCH_BYTES = 64 << 10;
    /** Half of {@code buffer.memory}. */
    private static final int MAX_BUFFERED_BYTES = (int) (ProducerReplay.BUFFER_BYTES / 2);

    private final int largestBatchSize;
    private final boolean onceSettled;
    private final Map<Lingering, Simulated> known = new ConcurrentHashMap<>();

    private record Lingering(Codec codec, int lingerMillis) {}

    private record Simulated(int batchSizeBytes, ReplayedTraffic traffic) {}

    /**
     * @param onceSettled whether batches that were full only until a producer's estimate of the ratio had settled count
     *     as unfilled
     */
    UnfilledBatches(int partitions, boolean onceSettled) {
        this.onceSettled = onceSettled;
        this.largestBatchSize = Math.max(MIN_BATCH_BYTES, Math.min(MAX_BATCH_BYTES, MAX_BUFFERED_BYTES / partitions));
    }

    /**
     * A {@code batch.size} that is so large that hardly any batch fills up, and so small that one batch for each
     * partition fits into the buffer.
     */
    int largestBatchSize() {
        return largestBatchSize;
    }

    /** Whether traffic simulated with the largest {@code batch.size} is also valid for this one. */
    boolean validFor(ReplayedTraffic ofLargest, int batchSizeBytes) {
        return fitsTheBuffer(ofLargest, Math.max(batchSizeBytes, largestBatchSize))
                && !mayFill(ofLargest, batchSizeBytes);
    }

    /**
     * Whether some batches might fill up with this {@code batch.size}, or with the largest one whose traffic is reused.
     */
    private boolean mayFill(ReplayedTraffic traffic, int batchSizeBytes) {
        return traffic.largestBatchBytes() * MARGIN >= Math.min(batchSizeBytes, largestBatchSize);
    }

    /**
     * Returns the traffic for these settings, reusing that of other settings with the same codec and linger if no batch
     * fills up with either.
     */
    ReplayedTraffic of(ProducerSettings settings, Supplier<ReplayedTraffic> simulation) {
        int batchSizeBytes = settings.batchSizeBytes();
        Lingering lingering = new Lingering(settings.codec(), settings.lingerMillis());
        Simulated other = known.get(lingering);
        if (other != null && alsoValidFor(other, batchSizeBytes)) {
            return other.traffic();
        }
        ReplayedTraffic own = simulation.get();
        if (fitsTheBuffer(own, batchSizeBytes)
                && (onceSettled ? own.fullBatches() == 0 : !mayFill(own, batchSizeBytes))) {
            known.merge(
                    lingering,
                    new Simulated(batchSizeBytes, own),
                    (one, another) -> one.batchSizeBytes() <= another.batchSizeBytes() ? one : another);
        }
        return own;
    }

    /**
     * Batches that are not full with one size are not full with a larger one; with a smaller one, only if the largest
     * batch fits.
     */
    private boolean alsoValidFor(Simulated unfilled, int batchSizeBytes) {
        return fitsTheBuffer(unfilled.traffic(), batchSizeBytes)
                && (batchSizeBytes >= unfilled.batchSizeBytes() || !mayFill(unfilled.traffic(), batchSizeBytes));
    }

    /**
     * Each batch occupies {@code batch.size} in the buffer, however few records it contains, and records wait if there
     * is no room.
     */
    private boolean fitsTheBuffer(ReplayedTraffic traffic, int batchSizeBytes) {
        return (double) traffic.mostBuffered() * batchSizeBytes < ProducerReplay.BUFFER_BYTES;
    }
}
