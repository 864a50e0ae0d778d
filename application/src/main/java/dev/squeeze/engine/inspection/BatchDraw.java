package dev.squeeze.engine.inspection;

import dev.squeeze.kit.source.SegmentFile;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Batches of one codec drawn at random in one pass and fixed memory, with a probability proportional to their stored
 * size (priority sampling; Duffield, Lund, Thorup 2007).
 */
final class BatchDraw {
    /** A batch to decompress. */
    record Drawn(SegmentFile file, long position, int storedBytes, double rank) {}

    private final int max;
    private final SplittableRandom random;
    private final PriorityQueue<Drawn> kept =
            new PriorityQueue<>(Comparator.comparingDouble(Drawn::rank).reversed());
    private double limit = Double.POSITIVE_INFINITY;

    BatchDraw(int max, long seed) {
        this.max = max;
        this.random = new SplittableRandom(seed);
    }

    void offer(SegmentFile file, long position, long storedBytes) {
        double rank = random.nextDouble() / storedBytes;
        if (rank >= limit) {
            return;
        }
        kept.add(new Drawn(file, position, (int) storedBytes, rank));
        if (kept.size() > max) {
            limit = kept.remove().rank();
        }
    }

    /** Ordered by file and position, so that a disk reads forward. */
    List<Drawn> drawn() {
        return kept.stream()
                .sorted(Comparator.comparing((Drawn one) -> one.file().path()).thenComparingLong(Drawn::position))
                .toList();
    }

    /** How many batches of the population a drawn batch represents. */
    double weight(Drawn drawn) {
        return Math.max(1, 1 / (limit * drawn.storedBytes()));
    }
}
