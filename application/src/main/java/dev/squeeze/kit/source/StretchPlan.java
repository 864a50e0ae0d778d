package dev.squeeze.kit.source;

import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/**
 * Which stretches of a topic to read. Every partition's offsets are divided into stretches of equal width; the
 * stretches of all partitions, in sequence, are divided into as many groups as may be read, and one stretch is drawn
 * from each group. So partitions and times are represented in proportion to their offsets. A stretch represents the
 * batches that BEGIN within it: choosing the batch that contains a random offset instead would prefer batches with many
 * records.
 *
 * @param drawn in random order, so that each prefix is also a random sample
 * @param stretches number of stretches in the whole topic
 */
record StretchPlan(List<Stretch> drawn, long stretches) {
    /**
     * The offsets from {@code fromOffset} (inclusive) to {@code toOffset} (exclusive); {@code first} if the stretch is
     * the first of its partition.
     */
    record Stretch(PartitionId partition, long fromOffset, long toOffset, boolean first) {}

    StretchPlan {
        drawn = List.copyOf(drawn);
    }

    /** Number of stretches of this width in all partitions; the last one of each may be shorter. */
    static long stretches(Map<PartitionId, OffsetRange> ranges, long width) {
        return ranges.values().stream()
                .mapToLong(range -> (range.count() + width - 1) / width)
                .sum();
    }

    /**
     * Draws the stretches.
     *
     * @param width number of offsets in a stretch, at least 1
     * @param most maximum number of stretches to draw, at least 1
     */
    static StretchPlan of(Map<PartitionId, OffsetRange> ranges, long width, int most, long seed) {
        List<Map.Entry<PartitionId, OffsetRange>> partitions = List.copyOf(ranges.entrySet());
        long[] ends = new long[partitions.size()];
        long all = 0;
        for (int i = 0; i < ends.length; i++) {
            all += (partitions.get(i).getValue().count() + width - 1) / width;
            ends[i] = all;
        }
        SplittableRandom random = new SplittableRandom(seed);
        int groups = (int) Math.min(most, all);
        List<Stretch> drawn = new ArrayList<>();
        int at = 0;
        for (int group = 0; group < groups; group++) {
            long from = start(group, groups, all);
            long index = from + random.nextLong(Math.max(1, start(group + 1, groups, all) - from));
            while (index >= ends[at]) {
                at++;
            }
            OffsetRange range = partitions.get(at).getValue();
            long offset = range.earliest() + (index - (at == 0 ? 0 : ends[at - 1])) * width;
            drawn.add(new Stretch(
                    partitions.get(at).getKey(),
                    offset,
                    Math.min(range.latest(), offset + width),
                    offset == range.earliest()));
        }
        Collections.shuffle(drawn, new Random(seed));
        return new StretchPlan(drawn, all);
    }

    /** Exact if there are as many groups as stretches; otherwise a double is precise enough, and does not overflow. */
    private static long start(int group, int groups, long all) {
        return groups == all ? group : (long) ((double) all / groups * group);
    }
}
