package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.SplittableRandom;

/**
 * Java's producer cannot know how small a batch will be before it is closed, so it guesses from the batches before: the
 * guess jumps up at once by what it was wrong (by 0.05 at least) and comes down by at most 0.005 a batch. It is shared by
 * all partitions of a topic. Guess and batch depend on each other: a high guess makes small batches, small batches
 * compress worse and scatter more, and one bad batch in fifty keeps the guess up. So this model walks the same steps, with
 * each batch drawn from the measured spread at the size that the guess gives it. Source: {@code CompressionRatioEstimator}
 * and {@code MemoryRecordsBuilder} in kafka-clients.
 */
final class RatioEstimatorModel {
    /** The producer multiplies its guess by this before it compares with batch.size. */
    private static final double ESTIMATION_FACTOR = 1.05;

    private static final double DETERIORATE_STEP = 0.05;
    private static final double IMPROVING_STEP = 0.005;
    private static final int BURN_IN = 400;
    private static final int STEPS = 1_600;
    private static final long SEED = 1;

    /**
     * @param records mean records in a batch
     * @param variance of that number from batch to batch
     */
    record FullBatch(double records, double variance) {}

    /** What a walk depends on, apart from the curve. */
    record Walk(double roomBytes, RecordSizes sizes, double partialShare, double partialFollowers) {}

    private RatioEstimatorModel() {}

    /**
     * Batches in the long run, where they fill.
     *
     * @param roomBytes {@code batch.size} without the batch header
     * @param partialShare how often the sticky partitioner moves on to a partition whose first records leave at once,
     *     together with the batch that was full. Such a partial batch hardly compresses, so the guess jumps up to it. After one of
     *     them one full batch makes up {@code batch.size} bytes and the partition changes; without one, it takes two.
     * @param partialFollowers mean records in a partial batch after its first
     */
    static FullBatch whenFull(
            double roomBytes, RecordSizes sizes, CompressionCurve curve, double partialShare, double partialFollowers) {
        // It takes milliseconds, and linger.ms, of which many are tried, is not in it.
        Walk walk = new Walk(roomBytes, sizes, partialShare, partialFollowers);
        return curve.walked()
                .computeIfAbsent(walk, key -> walk(roomBytes, sizes, curve, partialShare, partialFollowers));
    }

    private static FullBatch walk(
            double roomBytes, RecordSizes sizes, CompressionCurve curve, double partialShare, double partialFollowers) {
        SplittableRandom random = new SplittableRandom(SEED);
        RecordSizes.Filler filler = sizes.new Filler(roomBytes, random);
        boolean compressed = curve.codec().type() != CodecType.NONE;
        double guess = 1 / curve.ratio(roomBytes);
        double records = 0;
        double squares = 0;
        int batches = 0;
        for (int step = 0; step < BURN_IN + STEPS; step++) {
            boolean counts = step >= BURN_IN;
            boolean partial = step % 2 == 0 && random.nextDouble() < partialShare;
            double filled;
            double bytes;
            if (partial) {
                filled = Math.min(1 + followers(partialFollowers, random), Math.max(1, roomBytes / sizes.mean()));
                bytes = filled * sizes.mean();
            } else {
                filled = filler.fill(compressed ? ESTIMATION_FACTOR * guess : 1);
                bytes = filler.bytes();
            }
            if (counts) {
                records += filled;
                squares += filled * filled;
                batches++;
            }
            guess = next(guess, observed(curve, bytes, random.nextDouble()));
        }
        double mean = records / batches;
        return new FullBatch(mean, Math.max(0, squares / batches - mean * mean));
    }

    /** The producer compares record bytes alone, without the header. */
    private static double observed(CompressionCurve curve, double bytes, double rank) {
        double header = RecordFormatV2.BATCH_HEADER_BYTES;
        return (curve.fractionOfBatch(bytes, rank) * (bytes + header) - header) / bytes;
    }

    /** As many as come in a time that is exponential: often none, now and then many. */
    private static double followers(double mean, SplittableRandom random) {
        return Math.floor(-Math.log(1 - random.nextDouble()) / Math.log1p(1 / mean));
    }

    private static double next(double guess, double observed) {
        return observed > guess
                ? Math.max(guess + DETERIORATE_STEP, observed)
                : Math.max(guess - IMPROVING_STEP, observed);
    }
}
