package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class GroupingTest {
    private long offset;

    private BatchFact batch(int partition, long producer, int stretch, long millis, long bytes) {
        return new BatchFact(
                partition,
                stretch,
                offset++,
                producer,
                4,
                100,
                bytes,
                1,
                false,
                0,
                millis,
                millis,
                true,
                ValueMarks.NONE);
    }

    private static List<Integer> sizes(List<List<BatchFact>> groups) {
        return groups.stream().map(List::size).sorted().toList();
    }

    @Test
    void neighboursAreOfOneProducerInOnePartition() {
        List<BatchFact> facts =
                List.of(batch(0, 7, 0, 0, 200), batch(0, 8, 0, 1, 200), batch(0, 7, 0, 2, 200), batch(0, 7, 0, 3, 200));

        assertThat(sizes(Grouping.neighbours(facts, 2))).containsExactly(1, 1, 2);
        assertThat(sizes(Grouping.neighbours(facts, 8))).containsExactly(1, 3);
    }

    @Test
    void lingeringCountsFromTheFirstOfAGroup() {
        List<BatchFact> facts = List.of(
                batch(0, 7, 0, 0, 200), batch(0, 7, 0, 5, 200), batch(0, 7, 0, 10, 200), batch(0, 7, 0, 11, 200));

        assertThat(sizes(Grouping.lingering(facts, 10))).containsExactly(1, 3);
        assertThat(sizes(Grouping.lingering(facts, 4))).containsExactly(1, 1, 2);
    }

    @Test
    void aGroupIsNotLargerThanABatchMayBe() {
        List<BatchFact> facts =
                List.of(batch(0, 7, 0, 0, Grouping.MAX_BYTES - 300), batch(0, 7, 0, 1, 200), batch(0, 7, 0, 1, 200));

        assertThat(sizes(Grouping.lingering(facts, 100))).containsExactly(1, 2);
    }

    private List<BatchFact> inWholeSeconds(long producer, int perSecond) {
        List<BatchFact> facts = new ArrayList<>();
        for (int i = 0; i < 3 * perSecond; i++) {
            facts.add(batch(0, producer, 0, 1_770_000_000_000L + 1_000L * (i / perSecond), 200));
        }
        return facts;
    }

    @Test
    void batchesOfTheSameSecondDidNotComeAtOnce() {
        assertThat(sizes(Grouping.lingering(inWholeSeconds(7, 50), 19))).containsOnly(1);
        assertThat(sizes(Grouping.lingering(inWholeSeconds(7, 50), 20))).containsOnly(2);
        assertThat(sizes(Grouping.lingering(inWholeSeconds(7, 50), 999))).containsOnly(50);
        assertThat(sizes(Grouping.lingering(inWholeSeconds(7, 1), 20))).containsOnly(1);
    }

    @Test
    void timestampsOfOneProducerAreNotCoarseBecauseThoseOfAnotherAre() {
        List<BatchFact> facts = inWholeSeconds(7, 50);
        for (int i = 0; i < 40; i++) {
            facts.add(batch(0, 8, 0, 1_770_000_000_001L + i / 20, 200));
        }

        assertThat(Grouping.lingering(facts, 5).stream()
                        .filter(group -> group.get(0).producerId() == 8)
                        .toList())
                .singleElement()
                .satisfies(group -> assertThat(group).hasSize(40));
    }

    @Test
    void stretchesAreNotNeighbours() {
        List<BatchFact> facts = List.of(batch(0, 7, 0, 0, 200), batch(0, 7, 1, 0, 200));

        assertThat(sizes(Grouping.neighbours(facts, 8))).containsExactly(1, 1);
    }
}
