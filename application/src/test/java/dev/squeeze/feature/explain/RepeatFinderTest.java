package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class RepeatFinderTest {
    private static final int RECORDS = 200;

    @Test
    void anArrayEqualsNoFieldThatHoldsOnlyItsFirstValue() {
        ValueColumn main = new ValueColumn(RECORDS);
        ValueColumn items = new ValueColumn(RECORDS);
        for (int record = 0; record < RECORDS; record++) {
            main.add(record, "\"" + record + "\"");
            items.add(record, "\"" + record + "\"");
            items.add(record, "\"other " + record + "\"");
        }

        assertThat(repeats(items, main).otherField()).isEmpty();
    }

    @Test
    void aFieldThatOnlyRecordsOfOneKindHaveDeterminesNothing() {
        ValueColumn kind = new ValueColumn(RECORDS);
        ValueColumn flag = new ValueColumn(RECORDS);
        for (int record = 0; record < RECORDS; record++) {
            kind.add(record, record % 2 == 0 ? "\"push\"" : "\"kind " + record % 7 + "\"");
            if (record % 2 == 0) {
                flag.add(record, record % 4 == 0 ? "true" : "false");
            }
        }

        assertThat(repeats(kind, flag).otherField()).isEmpty();
    }

    /** A lookup would find a value where there is none. */
    @Test
    void aFieldOfWhichAnotherDoesNotTellWhereItIsMissingIsNotDetermined() {
        ValueColumn often = new ValueColumn(RECORDS);
        ValueColumn always = new ValueColumn(RECORDS);
        ValueColumn other = new ValueColumn(RECORDS);
        for (int record = 0; record < RECORDS; record++) {
            int kind = record % 10;
            other.add(record, "\"kind " + kind + "\"");
            always.add(record, "\"built by " + kind + "\"");
            if (record / 10 % 3 != 0) {
                often.add(record, "\"built by " + kind + "\"");
            }
        }

        assertThat(repeats(always, other).otherField()).isPresent();
        assertThat(repeats(often, other).otherField()).isEmpty();
    }

    @Test
    void aConstantIsAsBeforeInEveryRecord() {
        ValueColumn constant = new ValueColumn(RECORDS);
        for (int record = 0; record < RECORDS; record++) {
            constant.add(record, "1");
        }

        assertThat(repeats(constant, constant).recordBefore()).isEqualTo(1);
    }

    @Test
    void aLongArrayLeavesOneValue() {
        ValueColumn column = new ValueColumn(1);
        for (int i = 0; i < 100_000; i++) {
            column.add(0, Integer.toString(i));
        }

        assertThat(column.counts()).hasSize(2);
        assertThat(column.distinct()).isEqualTo(1);
    }

    private static Repeats repeats(ValueColumn column, ValueColumn other) {
        return new RepeatFinder(
                        List.of(column, other), List.of("column", "other"), new int[RECORDS], new boolean[RECORDS])
                .of(0, List.of(1));
    }
}
