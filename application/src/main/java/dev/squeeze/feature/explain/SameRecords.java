package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.List;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * Formats with the same settings, compared on the same records. Batches of two formats have different records, so
 * stretches of records in the order of sending are paired: for each stretch the stored bytes in both formats are known,
 * and the error of the ratio of the totals is that of the ratio estimator over these pairs ({@link RatioOfTotals}).
 * What makes a stretch large or small in both formats cancels out, so that the ratio of a format to itself is 1 without
 * an error. Stretches are at least twice as long as batches reach, since neighbours that share batches are not
 * independent. Blocks that were not compressed in every format are left out of all.
 */
final class SameRecords {
    /** As many as the pieces into which long sources are cut, so that each piece is at most one observation. */
    private static final int MAX_STRETCHES = BatchForming.STRETCHES;

    private static final int MIN_STRETCHES = 6;
    private static final int REACHES = 2;

    private final List<FormedSizes> formats;
    private final int[] known;
    private final int stretches;

    /** @param formats of the same records; the others are compared with the first */
    SameRecords(List<FormedSizes> formats) {
        this.formats = List.copyOf(formats);
        this.known = IntStream.range(0, formats.get(0).blocks().count())
                .filter(block -> formats.stream().allMatch(each -> each.blocks().isKnown(block)))
                .toArray();
        double reach = formats.stream().mapToDouble(FormedSizes::reach).max().orElseThrow();
        this.stretches = (int) Math.max(MIN_STRETCHES, Math.min(MAX_STRETCHES, 1 / (REACHES * reach)));
    }

    /** Whether enough batches formed in every format for intervals. */
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

    /**
     * Stored bytes over those of the first format; exactly 1 for the first one itself, empty if there are not enough
     * batches.
     */
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

    /** Of each stretch with known blocks. */
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
