package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.kafka.PartitionId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class StretchPlanTest {
    private static final Map<PartitionId, OffsetRange> RANGES = ranges();

    private static Map<PartitionId, OffsetRange> ranges() {
        Map<PartitionId, OffsetRange> ranges = new LinkedHashMap<>();
        ranges.put(new PartitionId("a", 0), new OffsetRange(100, 1_105));
        ranges.put(new PartitionId("a", 1), new OffsetRange(7, 7));
        ranges.put(new PartitionId("a", 2), new OffsetRange(0, 3_000));
        return ranges;
    }

    @Test
    void allStretchesTogetherAreEveryOffsetOnce() {
        StretchPlan plan = StretchPlan.of(RANGES, 10, 1_000, 1);

        assertThat(plan.stretches()).isEqualTo(101 + 300);
        assertThat(plan.drawn()).hasSize(401).doesNotHaveDuplicates();
        assertThat(plan.drawn().stream()
                        .mapToLong(stretch -> stretch.toOffset() - stretch.fromOffset())
                        .sum())
                .isEqualTo(1_005 + 3_000);
        assertThat(plan.drawn()).filteredOn(StretchPlan.Stretch::first).hasSize(2);
    }

    @Test
    void fewStretchesAreSpreadOverPartitionsInProportionToTheirOffsets() {
        StretchPlan plan = StretchPlan.of(RANGES, 1, 400, 2);
        Map<Integer, Long> drawn = plan.drawn().stream()
                .collect(Collectors.groupingBy(
                        stretch -> stretch.partition().partition(), TreeMap::new, Collectors.counting()));

        assertThat(plan.drawn()).hasSize(400).doesNotHaveDuplicates();
        assertThat(drawn).containsOnlyKeys(0, 2);
        assertThat(drawn.get(0)).isBetween(99L, 102L);
    }

    @Test
    void hugeTopicsDoNotOverflow() {
        Map<PartitionId, OffsetRange> huge = Map.of(new PartitionId("a", 0), new OffsetRange(0, Long.MAX_VALUE / 4));
        List<StretchPlan.Stretch> drawn = StretchPlan.of(huge, 1, 1_000, 3).drawn();

        assertThat(drawn).hasSize(1_000).allSatisfy(stretch -> assertThat(stretch.fromOffset())
                .isBetween(0L, Long.MAX_VALUE / 4));
    }
}
