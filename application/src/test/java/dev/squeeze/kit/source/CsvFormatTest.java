package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CsvFormatTest {
    private static Reading keyed(String input, String column) {
        return Reading.ofBytes(Reading.bytes(input), Reading.keyed(RecordFormat.CSV, column));
    }

    private static String keyFailure(String input, String column) {
        return Reading.failureOf(Reading.bytes(input), Reading.keyed(RecordFormat.CSV, column));
    }

    @Test
    void aRecordIsTheRowAsItStands() {
        assertThat(Reading.ofText("a, \"b\",\"c,\"\"d\"\"\"\r\n1,2,3", RecordFormat.CSV)
                        .values())
                .containsExactly("a, \"b\",\"c,\"\"d\"\"\"", "1,2,3");
    }

    @Test
    void quotedFieldsMayHoldLineEnds() {
        assertThat(Reading.ofText("1,\"a\nb\r\n\"\"c\"\n2,x\n", RecordFormat.CSV)
                        .values())
                .containsExactly("1,\"a\nb\r\n\"\"c\"", "2,x");
    }

    @Test
    void anEscapedQuoteDoesNotCloseItsField() {
        assertThat(Reading.ofText("\"a\"\"\nb\",x\n\"\"\"\n\"\n", RecordFormat.CSV)
                        .values())
                .containsExactly("\"a\"\"\nb\",x", "\"\"\"\n\"");
    }

    @Test
    void aQuoteWithinAnUnquotedFieldIsAnOrdinaryByte() {
        assertThat(Reading.ofText("5\" disk,x\n3\" disk,y\n", RecordFormat.CSV).values())
                .containsExactly("5\" disk,x", "3\" disk,y");
    }

    @Test
    void emptyRowsArePassedOverAndCounted() {
        Reading reading = Reading.ofText("a\n\n\r\nb\n", RecordFormat.CSV);
        assertThat(reading.values()).containsExactly("a", "b");
        assertThat(reading.onlyNotice()).contains("2 blank lines");
    }

    private static final String NUMBERS = "1,x\n2,y\n,\n3,z\n-4.5,x\n2019-01-01 00:00,\n";

    @ParameterizedTest
    @ValueSource(strings = {"id,name\n", "\uFEFF\"id\",\"full name\"\n"})
    void namesAboveNumbersAreAHeader(String header) {
        Reading reading = Reading.ofText(header + NUMBERS, RecordFormat.CSV);
        assertThat(reading.values()).hasSize(6).contains("1,x", ",");
        assertThat(reading.report().columns()).hasSize(2).startsWith("id");
        assertThat(reading.onlyNotice())
                .isEqualTo("the first row of standard input was read as column names, not as a record, because it"
                        + " has names where the following rows have numbers");
    }

    @Test
    void aKeyByNumberLeavesAHeaderAHeader() {
        Reading reading = keyed("id,name\n" + NUMBERS, "2");
        assertThat(reading.keys()).containsExactly("x", "y", "(none)", "z", "x", "(none)");
        assertThat(reading.report().columns()).containsExactly("id", "name");
        assertThat(reading.noticeKinds()).contains(ReadNotice.Kind.HEADER_ROW);
        assertThat(keyed("id,name\n" + NUMBERS, "name").report().columns()).containsExactly("id", "name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // Only text, a duplicate name, a repeated value, a word for a missing number, a number, a different
                // number of cells.
                "name,city\na,x\nb,y\nc,x\nd,y\ne,x\nf,z\n",
                "id,id\n" + NUMBERS,
                "id,x\n" + NUMBERS,
                "NaN,who\n" + NUMBERS,
                "7,name\n" + NUMBERS,
                "id,name,more\n" + NUMBERS,
                "id\n1\n2\n3\n4\n5\n6\n",
            })
    void aFirstRowThatMayBeARecordIsOne(String rows) {
        Reading reading = Reading.ofText(rows, RecordFormat.CSV);
        assertThat(reading.values()).hasSize((int) rows.lines().count());
        assertThat(reading.report().columns()).isEmpty();
        assertThat(reading.noticeKinds()).isEmpty();
    }

    @Test
    void aHeaderAboveMoreRowsThanAreLookedAtIsFound() {
        String rows = "id,note\n" + "12345,\"a long\nnote\"\n".repeat(10_000);
        Reading reading = Reading.ofText(rows, RecordFormat.CSV);
        assertThat(reading.values()).hasSize(10_000);
        assertThat(reading.report().columns()).containsExactly("id", "note");
    }

    @Test
    void withoutFieldsTheFirstRowOfFewIsARecord() {
        Reading reading = Reading.ofText("id,name\n1,x\n", RecordFormat.CSV);
        assertThat(reading.values()).containsExactly("id,name", "1,x");
        assertThat(reading.report().notices()).isEmpty();
    }

    @Test
    void aColumnNameMakesTheFirstRowAHeader() {
        Reading reading = keyed("\uFEFFid,\"full name\"\n1,Ann\n2,\"O\"\"Brien, Bob\"\n", "full name");
        assertThat(reading.keys()).containsExactly("Ann", "O\"Brien, Bob");
        assertThat(reading.values()).containsExactly("1,Ann", "2,\"O\"\"Brien, Bob\"");
        assertThat(reading.report().hasKeys()).isTrue();
        assertThat(reading.noticeKinds()).containsExactly(ReadNotice.Kind.HEADER_ROW);
        assertThat(reading.onlyNotice()).contains("standard input");
        assertThat(keyed("id\n7\n", "id").keys()).containsExactly("7");
    }

    @Test
    void aColumnNumberLeavesTheFirstRowARecord() {
        Reading reading = keyed("a,b\nc,d\n", "2");
        assertThat(reading.keys()).containsExactly("b", "d");
        assertThat(reading.report().payloadBytes()).isEqualTo(8);
    }

    @Test
    void missingAndEmptyFieldsGiveNoKeyAndAreCounted() {
        Reading reading = keyed("a,b\nc\nd,\ne,\"\"\n", "2");
        assertThat(reading.keys()).containsExactly("b", "(none)", "(none)", "(none)");
        assertThat(reading.onlyNotice()).contains("3 of 4 records", "--key-field 2");
    }

    @Test
    void semicolonsAndTabsSeparateWhereTheFirstLineHasNoComma() {
        assertThat(keyed("id;v\n1;2,5\n", "v").keys()).containsExactly("2,5");
        assertThat(keyed("id\tv\n1\t\"a\tb\"\n", "v").keys()).containsExactly("a\tb");
    }

    @Test
    void anUnknownColumnIsAnErrorThatListsTheNames() {
        assertThat(keyFailure("id,name\n1,x\n", "user"))
                .isEqualTo("standard input: --key-field user is not in the first row: use a number from 1 to 2 or one"
                        + " of id, name");
        assertThat(keyFailure("id,USER_NAME\n1,x\n", "user_nam")).endsWith("did you mean USER_NAME?");
        assertThat(keyFailure("id,name\n1,x\n", "3")).contains("--key-field 3 is not a column", "id, name");
        assertThat(keyFailure("id,name\n1,x\n", "0")).contains("is not a column");
        String wide = String.join(
                ",",
                java.util.stream.IntStream.range(0, 30).mapToObj(i -> "c" + i).toList());
        assertThat(keyFailure(wide + "\n", "x")).contains("c19 (and 10 more)");
    }

    @Test
    void anUnknownColumnDoesNotGiveAwayAFirstRowOfData() {
        assertThat(keyFailure("4711,Ann Smith,1999-01-01\n", "user"))
                .doesNotContain("Smith")
                .contains("there are 3 columns, and no column names; use a number from 1 to 3");
        assertThat(keyFailure("4711\n", "2")).doesNotContain("4711").contains("there is one column");
    }

    @Test
    void aHeaderAloneHoldsNoRecords() {
        assertThat(keyFailure("id,name\n", "id")).contains("contains no records");
    }

    @Test
    void aQuoteThatIsNeverClosedIsNamedWithItsRow() {
        assertThat(Reading.failureOf(Reading.bytes("a\n\"b\nc\"\nd,\"secret\ne\n"), Reading.options(RecordFormat.CSV)))
                .contains("a quote in row 3 on line 4, which starts at byte 8, is never closed", "--format lines")
                .doesNotContain("secret");
    }

    @Test
    void keyAndTimestampComeFromTheirColumns() {
        ReadOptions both = new ReadOptions(Optional.of(RecordFormat.CSV), Optional.of("id"), Optional.of("2"), 10_000);
        Reading reading =
                Reading.ofBytes(Reading.bytes("id,at\n1,1970-01-01 00:00:01\n2,1970-01-01 00:00:02.5\n"), both);
        assertThat(reading.keys()).containsExactly("1", "2");
        assertThat(reading.timestamps()).containsExactly(1000L, 2500L);
        assertThat(reading.report().hasTimestamps()).isTrue();
    }
}
