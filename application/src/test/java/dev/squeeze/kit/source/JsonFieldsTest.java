package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFieldsTest {
    private static Reading keyed(String input, String pointer) {
        return Reading.ofBytes(Reading.bytes(input), Reading.keyed(RecordFormat.JSONL, pointer));
    }

    private static String keyFailure(String input, String pointer) {
        return Reading.failureOf(Reading.bytes(input), Reading.keyed(RecordFormat.JSONL, pointer));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/id | {\"id\":\"a\"} | a",
                "/id | {\"x\":{\"id\":1},\"id\":2} | 2",
                "/user/id | {\"user\":{\"name\":\"n\",\"id\":18542751,\"z\":[]},\"id\":3} | 18542751",
                "/a/1/b | {\"a\":[{\"b\":1},{\"b\":2.50},{\"b\":3}]} | 2.50",
                "/ok | {\"ok\":true} | true",
                "/id | {\"id\":\"\\u00e9\\n\"} | `é\n`",
                "/u | {\"u\":{\"a\": [1, 2] },\"v\":1} | {\"a\": [1, 2] }",
                "/u | {\"é\":\"ü\",\"u\": [ 1,{}] } | [ 1,{}]",
                "/a~1b | {\"a/b\":7} | 7",
                "/1 | [5,6] | 6",
                "/id | {\"id\":1,\"id\":2} | 2",
                "/ | {\"\":9} | 9"
            })
    void theKeyIsTheTextOfTheField(String pointer, String document, String key) {
        Reading reading = keyed(document + "\n", pointer);
        assertThat(reading.keys()).containsExactly(key);
        assertThat(reading.values()).containsExactly(document);
        assertThat(reading.report().hasKeys()).isTrue();
        assertThat(reading.report().notices()).isEmpty();
    }

    @Test
    void missingAndNullFieldsGiveNoKeyAndAreCounted() {
        Reading reading = keyed("{\"id\":1}\n{\"id\":null}\n{}\n{\"id\":\"\"}\n\n5\n", "/id");
        assertThat(reading.keys()).containsExactly("1", "(none)", "(none)", "", "(none)");
        assertThat(reading.report().notices().toString())
                .contains("1 blank lines")
                .contains("3 of 5 records of - have no value in --key-field /id");
    }

    @Test
    void aFieldWithinAnObjectThatOccursTwiceIsThatOfTheLastOne() {
        Reading reading = keyed(
                "{\"a\":{\"b\":1},\"a\":{\"c\":2}}\n{\"a\":{\"b\":1},\"a\":3}\n{\"a\":{\"b\":1},\"a\":{\"b\":4}}\n",
                "/a/b");
        assertThat(reading.keys()).containsExactly("(none)", "(none)", "4");
    }

    @Test
    void aKeyThatIsNeverThereIsAnErrorThatListsTheFields() {
        String often = "{\"a/b\":{\"~c\":1},\"list\":[{\"in\":1}],\"none\":null,\"rare\":1}\n{\"a/b\":{\"~c\":1}}\n";
        assertThat(Reading.failureOf(Reading.bytes(often), Reading.keyed(RecordFormat.JSONL, "/id")))
                .contains("none of 2 records has a value in --key-field /id", "the fields /a~1b/~0c, /rare")
                .doesNotContain("/in", "/none");
        assertThat(Reading.failureOf(Reading.bytes("{}\n"), Reading.keyed(RecordFormat.JSONL, "/id")))
                .contains("the records have no fields");
    }

    @Test
    void onlyTheMostFrequentFieldsAreListedAndNoNameSteersTheTerminal() {
        StringBuilder document = new StringBuilder("{\"\\u001b[31m\":1");
        for (int i = 0; i < 40; i++) {
            document.append(",\"f").append(i).append("\":").append(i);
        }
        assertThat(Reading.failureOf(
                        Reading.bytes(document.append("}\n").toString()), Reading.keyed(RecordFormat.JSONL, "/id")))
                .contains("/\\u001b[31m, /f0", "(and 29 more)");
    }

    @Test
    void aKeyThatOnlySomeRecordsHaveIsANotice() {
        Reading reading = keyed("{\"id\":1}\n{}\n", "/id");
        assertThat(reading.keys()).containsExactly("1", "(none)");
        assertThat(reading.onlyNotice()).contains("1 of 2 records");
    }

    @Test
    void keyAndTimestampMayLieWithinOneAnother() {
        ReadOptions both =
                new ReadOptions(Optional.of(RecordFormat.JSONL), Optional.of("/e"), Optional.of("/e/at"), 10_000);
        Reading reading = Reading.ofBytes(Reading.bytes("{\"e\":{\"at\":1500000000,\"x\":1}}\n"), both);
        assertThat(reading.keys()).containsExactly("{\"at\":1500000000,\"x\":1}");
        assertThat(reading.timestamps()).containsExactly(1500000000000L);
    }

    @Test
    void aFieldThatIsNoPointerIsAnErrorWithThePointerToWrite() {
        assertThat(keyFailure("{\"user\":{\"id\":1}}\n", "user.id"))
                .isEqualTo("standard input: --key-field user.id is not a JSON pointer: for jsonl write it as /user/id");
        assertThat(keyFailure("{\"user\":{\"id\":1},\"at\":2}\n", "user.idd"))
                .contains(
                        "--key-field user.idd is not a JSON pointer",
                        "the fields /at, /user/id; did you mean /user/id?");
        assertThat(Reading.failureOf(Reading.bytes("{}\n"), Reading.stamped(RecordFormat.JSONL, "")))
                .contains("--timestamp-field", "a slash before each name");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":1,\"secret\"",
                "{\"id\":1,\"s\":secret}",
                "{\"id\":1} secret",
                "{\"id\":1}{\"secret\":2}",
                "{\"id\":1]",
                "secret",
                "{'secret':1}",
                "{\"id\":\"secret",
                "{\"id\":01}",
                "{\"s\":\"\\qsecret\"}",
                "{\"s\":\"sec\tret\"}",
                "{\"s\":[1,2}",
                "\0{\"secret\":1}"
            })
    void invalidJsonIsNamedByLineAndReasonButNotByContent(String line) {
        String message = keyFailure("{\"id\":0}\n\n" + line + "\n", "/id");
        assertThat(message)
                .startsWith("standard input: line 3 is not valid JSON at column ")
                .doesNotContain("secret")
                .doesNotContain("sec\tret")
                .contains("; fix it, or leave out --key-field");
    }

    @Test
    void invalidBytesAndDepthAreReportedToo() {
        byte[] invalid = Reading.concat(Reading.bytes("{\"id\":\""), new byte[] {(byte) 0xff}, Reading.bytes("\"}\n"));
        assertThat(Reading.failureOf(invalid, Reading.keyed(RecordFormat.JSONL, "/id")))
                .contains("line 1 is not valid JSON", "Invalid UTF-8 start byte;");
        assertThat(keyFailure("[".repeat(5000) + "\n", "/id")).contains("exceeds the parser's limits");
    }

    @Test
    void fieldsOfFormatsWithoutFieldsAreAnError() {
        assertThat(Reading.failureOf(Reading.bytes("a\n"), Reading.keyed(RecordFormat.LINES, "/id")))
                .isEqualTo("standard input is read as lines, which has no fields: leave out --key-field, or give"
                        + " --format jsonl or csv");
        assertThat(Reading.failureOf(
                        Reading.lengthPrefixed(new byte[1]),
                        new ReadOptions(
                                Optional.of(RecordFormat.LENGTH_PREFIXED), Optional.of("/a"), Optional.of("/b"), 1)))
                .contains("length-prefixed", "--key-field and --timestamp-field");
    }
}
