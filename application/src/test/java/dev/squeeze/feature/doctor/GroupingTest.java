package dev.squeeze.feature.doctor;

import static org.assertj.core.api.Assertions.assertThat;

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

    @Test
    void stretchesAreNotNeighbours() {
        List<BatchFact> facts = List.of(batch(0, 7, 0, 0, 200), batch(0, 7, 1, 0, 200));

        assertThat(sizes(Grouping.neighbours(facts, 8))).containsExactly(1, 1);
    }
}
