package dev.squeeze.engine.inspection;

import dev.squeeze.kit.source.SegmentFile;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Batches of one codec drawn at random, each with a chance proportional to its stored bytes (priority sampling; Duffield,
 * Lund, Thorup 2007), in one pass and fixed memory.
 */
final class BatchDraw {
    /** A batch to unpack. */
    record Drawn(SegmentFile file, long position, int storedBytes, double rank) {}

    private final int most;
    private final SplittableRandom random;
    private final PriorityQueue<Drawn> kept =
            new PriorityQueue<>(Comparator.comparingDouble(Drawn::rank).reversed());
    private double limit = Double.POSITIVE_INFINITY;

    BatchDraw(int most, long seed) {
        this.most = most;
        this.random = new SplittableRandom(seed);
    }

    void offer(SegmentFile file, long position, long storedBytes) {
        double rank = random.nextDouble() / storedBytes;
        if (rank >= limit) {
            return;
        }
        kept.add(new Drawn(file, position, (int) storedBytes, rank));
        if (kept.size() > most) {
            limit = kept.remove().rank();
        }
    }

    /** In the order of their files and positions, so that a disk reads forward. */
    List<Drawn> drawn() {
        return kept.stream()
                .sorted(Comparator.comparing((Drawn one) -> one.file().path()).thenComparingLong(Drawn::position))
                .toList();
    }

    /** How many batches of the population one drawn batch stands for. */
    double weight(Drawn drawn) {
        return Math.max(1, 1 / (limit * drawn.storedBytes()));
    }
}
