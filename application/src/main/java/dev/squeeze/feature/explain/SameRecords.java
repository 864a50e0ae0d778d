package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Formats with one setting, compared by the same records. Batches of two formats hold other records, so what is paired are stretches of
 * records in the order of sending: of each stretch the stored bytes in both formats are known, and the ratio of the totals has the
 * error of the ratio estimator over these pairs ({@link RatioOfTotals}). What makes a stretch large or small in both formats
 * cancels out, so that a format against itself is 1 without an error. Stretches are at least twice as long as the batches reach, since
 * neighbours that share batches are no two observations. Blocks that were not compressed in every format are left out of all.
 */
final class SameRecords {
    /** As many as the pieces that long sources are cut to, so that a piece is no two observations. */
    private static final int MAX_STRETCHES = BatchForming.STRETCHES;

    private static final int MIN_STRETCHES = 6;
    private static final int REACHES = 2;

    private final List<FormedSizes> formats;
    private final int[] known;
    private final int stretches;

    /** @param formats of the same records, the one that the others are compared with first */
    SameRecords(List<FormedSizes> formats) {
        this.formats = List.copyOf(formats);
        this.known = IntStream.range(0, formats.get(0).blocks().count())
                .filter(block -> formats.stream().allMatch(each -> each.blocks().isKnown(block)))
                .toArray();
        double reach = formats.stream().mapToDouble(FormedSizes::reach).max().orElseThrow();
        this.stretches = (int) Math.max(MIN_STRETCHES, Math.min(MAX_STRETCHES, 1 / (REACHES * reach)));
    }

    /** Whether so many batches formed in every format that intervals say something. */
    boolean areEnough() {
        return known.length >= MIN_STRETCHES && formats.stream().allMatch(each -> each.batches() >= MIN_STRETCHES);
    }

    double storedBytesPerRecord(int format) {
        RecordBlocks blocks = formats.get(format).blocks();
        return perRecord(blocks, blocks::storedBytes);
    }

    double rawBytesPerRecord(int format) {
        RecordBlocks blocks = formats.get(format).blocks();
        return perRecord(blocks, blocks::rawBytes);
    }

    /** Stored bytes over those of the first format; exact for that one itself, empty where batches are not enough. */
    Optional<ConfidenceInterval> against(int format) {
        if (!areEnough()) {
            return Optional.empty();
        }
        return format == 0
                ? Optional.of(ConfidenceInterval.exact(1, 1))
                : RatioOfTotals.estimate(stored(format), stored(0), Long.MAX_VALUE);
    }

    private double perRecord(RecordBlocks blocks, IntToDoubleFunction bytes) {
        double records = IntStream.of(known).mapToDouble(blocks::size).sum();
        return IntStream.of(known).mapToDouble(bytes).sum() / records;
    }

    /** Of each stretch that has known blocks. */
    private double[] stored(int format) {
        RecordBlocks blocks = formats.get(format).blocks();
        double[] bytes = new double[stretches];
        for (int block : known) {
            bytes[block * stretches / blocks.count()] += blocks.storedBytes(block);
        }
        return IntStream.range(0, stretches)
                .filter(stretch -> bytes[stretch] > 0)
                .mapToDouble(stretch -> bytes[stretch])
                .toArray();
    }
}
