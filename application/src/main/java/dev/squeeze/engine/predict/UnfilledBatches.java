package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Traffic of batches that only their linger closes. It is the same with each {@code batch.size} that none of them fills, so that of one
 * is simulated. May be asked by several threads; two that ask at the same time simulate it twice, to the same end.
 */
final class UnfilledBatches {
    /** A batch is full where its guess, which is 5 % too high, its header and one more record reach {@code batch.size}. */
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

    /** @param onceSettled whether batches count as unfilled that were full only while a producer's guess of the ratio came down */
    UnfilledBatches(int partitions, boolean onceSettled) {
        this.onceSettled = onceSettled;
        this.largestBatchSize = Math.max(MIN_BATCH_BYTES, Math.min(MAX_BATCH_BYTES, MAX_BUFFERED_BYTES / partitions));
    }

    /** A {@code batch.size} so large that hardly any batch fills it, and so small that one of each partition fits into the buffer. */
    int largestBatchSize() {
        return largestBatchSize;
    }

    /** Whether traffic that was simulated with the largest {@code batch.size} is that of another, too. */
    boolean isOfAll(ReplayedTraffic ofLargest, int batchSizeBytes) {
        return fitsTheBuffer(ofLargest, Math.max(batchSizeBytes, largestBatchSize))
                && !mayFill(ofLargest, batchSizeBytes);
    }

    /** Whether some of the batches may be full with a {@code batch.size}, or would be with the largest that is shared. */
    private boolean mayFill(ReplayedTraffic traffic, int batchSizeBytes) {
        return traffic.largestBatchBytes() * MARGIN >= Math.min(batchSizeBytes, largestBatchSize);
    }

    /** What settings do, from other ones' of the same codec and linger where no batch is full with either. */
    ReplayedTraffic of(ProducerSettings settings, Supplier<ReplayedTraffic> simulation) {
        int batchSizeBytes = settings.batchSizeBytes();
        Lingering lingering = new Lingering(settings.codec(), settings.lingerMillis());
        Simulated other = known.get(lingering);
        if (other != null && isSame(other, batchSizeBytes)) {
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

    /** What fits a batch fits a larger one all the more, and a smaller one if that holds for the largest that ever formed. */
    private boolean isSame(Simulated unfilled, int batchSizeBytes) {
        return fitsTheBuffer(unfilled.traffic(), batchSizeBytes)
                && (batchSizeBytes >= unfilled.batchSizeBytes() || !mayFill(unfilled.traffic(), batchSizeBytes));
    }

    /** Each batch takes {@code batch.size} of it, however few records it holds, and records wait where none is left. */
    private boolean fitsTheBuffer(ReplayedTraffic traffic, int batchSizeBytes) {
        return (double) traffic.mostBuffered() * batchSizeBytes < ProducerReplay.BUFFER_BYTES;
    }
}
