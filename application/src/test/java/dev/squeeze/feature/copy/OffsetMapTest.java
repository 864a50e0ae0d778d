package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.feature.copy.OffsetMap.Row;
import dev.squeeze.feature.copy.PartitionDigest.Stretch;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class OffsetMapTest {
    private static final long SEED = 5;

    @Test
    void aRowHoldsWhatFollowsEachOtherOnBothSides() {
        List<Row> rows = OffsetMap.rows(
                2,
                List.of(new Stretch(10, 5), new Stretch(20, 5)),
                List.of(new Stretch(0, 3), new Stretch(4, 4), new Stretch(9, 3)));

        assertThat(rows)
                .containsExactly(
                        new Row(2, 10, 0, 3), new Row(2, 13, 4, 2), new Row(2, 20, 6, 2), new Row(2, 22, 9, 3));
    }

    @Test
    void whatOneSideHasMoreIsLeftOut() {
        assertThat(OffsetMap.rows(0, List.of(new Stretch(7, 9)), List.of(new Stretch(0, 4))))
                .containsExactly(new Row(0, 7, 0, 4));
        assertThat(OffsetMap.rows(0, List.of(new Stretch(7, 4)), List.of(new Stretch(0, 4), new Stretch(9, 1))))
                .containsExactly(new Row(0, 7, 0, 4));
        assertThat(OffsetMap.rows(0, List.of(), List.of(new Stretch(0, 4)))).isEmpty();
    }

    @Test
    void everyRecordIsFoundWhereItIs() {
        Random random = new Random(SEED);
        for (int round = 0; round < 100; round++) {
            int records = 1 + random.nextInt(60);
            List<Long> source = offsets(random, records);
            List<Long> copy = offsets(random, records);
            List<Long> fromRows = new ArrayList<>();
            for (Row row : OffsetMap.rows(0, stretches(source), stretches(copy))) {
                for (long i = 0; i < row.records(); i++) {
                    fromRows.add(row.sourceOffset() + i);
                    fromRows.add(row.offset() + i);
                }
            }
            List<Long> expected = new ArrayList<>();
            for (int i = 0; i < records; i++) {
                expected.add(source.get(i));
                expected.add(copy.get(i));
            }
            assertThat(fromRows).isEqualTo(expected);
        }
    }

    @Test
    void theTableHasOneLineForEachRow() {
        OffsetMap map = new OffsetMap("a", "b", List.of(new Row(0, 5, 0, 2), new Row(11, 5_000_000_000L, 1, 1)));

        assertThat(map.csv()).isEqualTo("partition,source_offset,offset,records\n0,5,0,2\n11,5000000000,1,1\n");
    }

    private static List<Long> offsets(Random random, int records) {
        List<Long> offsets = new ArrayList<>();
        long offset = random.nextInt(5);
        for (int i = 0; i < records; i++) {
            offsets.add(offset);
            offset += random.nextInt(3) == 0 ? 2 + random.nextInt(4) : 1;
        }
        return offsets;
    }

    private static List<Stretch> stretches(List<Long> offsets) {
        List<Stretch> stretches = new ArrayList<>();
        long first = offsets.get(0);
        for (int i = 1; i <= offsets.size(); i++) {
            long last = offsets.get(i - 1);
            if (i == offsets.size() || offsets.get(i) != last + 1) {
                stretches.add(new Stretch(first, last - first + 1));
                first = i < offsets.size() ? offsets.get(i) : 0;
            }
        }
        return stretches;
    }
}
