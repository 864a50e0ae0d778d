package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lines, jsonl and length-prefixed, and their limits. */
class TextFormatsTest {

    @Test
    void aRecordIsALineWithoutItsEnd() {
        assertThat(Reading.ofText("a\nb\r\nlast", RecordFormat.LINES).values()).containsExactly("a", "b", "last");
        assertThat(Reading.ofText("a\n", RecordFormat.LINES).values()).containsExactly("a");
    }

    @Test
    void onlyTheCarriageReturnBeforeALineFeedBelongsToTheLineEnd() {
        assertThat(Reading.ofText("a\rb\r\r\nc\r", RecordFormat.LINES).values()).containsExactly("a\rb\r", "c\r");
    }

    @Test
    void anEmptyLineIsAnEmptyRecord() {
        Reading reading = Reading.ofText("\na\n\r\nb", RecordFormat.LINES);
        assertThat(reading.values()).containsExactly("", "a", "", "b");
        assertThat(reading.report().notices()).isEmpty();
    }

    @Test
    void aByteOrderMarkIsNoPartOfTheFirstRecord() {
        assertThat(Reading.ofText("\uFEFFa\n\uFEFFb\n", RecordFormat.LINES).values())
                .containsExactly("a", "\uFEFFb");
    }

    @Test
    void linesOfEveryLengthAroundTheEdgesOfTheWindowStayWhole() {
        StringBuilder input = new StringBuilder();
        List<String> expected = new ArrayList<>();
        for (int length = 0; length < 3000; length++) {
            String line = String.valueOf((char) ('a' + length % 26)).repeat(length);
            expected.add(line);
            input.append(line).append(length % 3 == 0 ? "\r\n" : "\n");
        }
        String longLine = "long".repeat(200_000);
        expected.add(longLine);
        input.append(longLine);
        assertThat(Reading.ofText(input.toString(), RecordFormat.LINES).values())
                .isEqualTo(expected);
    }

    @Test
    void lineFeedsAreFoundAtEveryOffset() {
        byte[] bytes = new byte[40];
        Arrays.fill(bytes, (byte) 0x0b);
        for (int from = 0; from < 20; from++) {
            for (int at = from; at < 40; at++) {
                byte[] copy = bytes.clone();
                copy[at] = '\n';
                assertThat(LineReader.indexOfLineFeed(copy, from, 40)).isEqualTo(at);
                assertThat(LineReader.indexOfLineFeed(copy, from, at)).isEqualTo(-1);
            }
        }
    }

    @Test
    void jsonlKeepsTheBytesOfTheLineAndPassesOverBlankOnes() {
        Reading reading = Reading.ofText("{ \"a\" : 1 } \r\n\n  \n{\"b\":2}\nnot json\n", RecordFormat.JSONL);
        assertThat(reading.values()).containsExactly("{ \"a\" : 1 } ", "{\"b\":2}", "not json");
        assertThat(reading.noticeKinds())
                .containsExactly(ReadNotice.Kind.INVALID_JSON, ReadNotice.Kind.RECORDS_INCOMPLETE);
        assertThat(reading.report().notices().toString())
                .contains("1 of 3 lines of standard input", "the first is line 5", "2 blank lines");
    }

    @Test
    void binaryBytesReadAsLinesGiveANotice() {
        Reading reading = Reading.ofBytes(new byte[] {1, 0, 0, 10, 7, 0}, ReadOptions.DEFAULT);
        assertThat(reading.records()).hasSize(2);
        assertThat(reading.noticeKinds()).containsExactly(ReadNotice.Kind.BINARY_AS_LINES);
        assertThat(reading.onlyNotice()).contains("standard input looks binary", "--format length-prefixed");
    }

    @Test
    void textInAnyLanguageIsNotTakenForBinary() {
        assertThat(Reading.ofText("Grüße aus Köln, 東京, 🙂\n".repeat(5000), RecordFormat.LINES)
                        .report()
                        .notices())
                .isEmpty();
    }

    @Test
    void lengthPrefixedRecordsMayBeEmptyAndHoldAnything() {
        byte[] input = Reading.lengthPrefixed(Reading.bytes("a\n\0"), new byte[0], Reading.bytes("b".repeat(400_000)));
        Reading reading = Reading.ofBytes(input, Reading.options(RecordFormat.LENGTH_PREFIXED));
        assertThat(reading.values()).containsExactly("a\n\0", "", "b".repeat(400_000));
        assertThat(reading.report().format()).isEqualTo("length-prefixed");
        assertThat(reading.report().notices()).isEmpty();
    }

    @Test
    void brokenLengthsAreNamedWithRecordAndOffset() {
        ReadOptions options = Reading.options(RecordFormat.LENGTH_PREFIXED);
        assertThat(Reading.failureOf(Reading.bytes("dddd text"), options))
                .isEqualTo("standard input: record 1: length 1,684,300,900 at byte 0 is beyond the limit of 64 MiB: is"
                        + " this really length-prefixed? try --format lines");
        byte[] one = Reading.lengthPrefixed(new byte[3]);
        assertThat(Reading.failureOf(Reading.concat(one, new byte[] {-1, 0, 0, 0}), options))
                .contains("record 2: length -16,777,216 at byte 7 is negative");
        assertThat(Reading.failureOf(Reading.concat(one, new byte[] {0, 0}), options))
                .contains("record 2: the input ends within the length at byte 7, after 2 of 4 bytes");
        assertThat(Reading.failureOf(Reading.concat(one, new byte[] {0, 0, 0, 9, 1}), options))
                .contains("record 2: length 9 at byte 7 exceeds the 1 bytes that are left");
    }

    @Test
    void aLineOfExactlyTheLimitIsReadAndOneByteMoreIsNot() throws IOException {
        ReadOptions lines = Reading.options(RecordFormat.LINES);
        try (InputStream fits = new SequenceInputStream(
                new Letters(RecordReader.LIMIT_BYTES), new ByteArrayInputStream(Reading.bytes("\r\nx")))) {
            RecordSource.ReadReport report =
                    Reading.standardInput(fits, lines).read(record -> true, (read, total) -> {});
            assertThat(report.payloadBytes()).isEqualTo(RecordReader.LIMIT_BYTES + 1L);
        }
        try (InputStream tooLong = new SequenceInputStream(
                new ByteArrayInputStream(Reading.bytes("one\n")), new Letters(RecordReader.LIMIT_BYTES + 1L))) {
            assertThat(Reading.failure(Reading.standardInput(tooLong, lines)))
                    .contains("standard input: line 2, which starts at byte 4, is longer than the limit of 64 MiB");
        }
    }

    @ParameterizedTest
    @CsvSource({"lines, '', line 1", "jsonl, '', line 1", "csv, '', row 1 on line 1", "csv, '\"', open quote"})
    void anEndlessLineStopsTheReadingInBoundedMemory(String format, String begin, String said) throws IOException {
        try (InputStream endless = new SequenceInputStream(
                new ByteArrayInputStream(Reading.bytes(begin)), new Letters(3L * RecordReader.LIMIT_BYTES))) {
            AtomicLong storedBytes = new AtomicLong();
            FileSource source = Reading.standardInput(
                    endless, Reading.options(RecordFormat.named(format).orElseThrow()));
            assertThatThrownBy(() -> source.read(record -> true, (read, total) -> storedBytes.set(read)))
                    .isInstanceOf(SourceException.class)
                    .hasMessageContaining(said)
                    .hasMessageContaining("longer than the limit of 64 MiB");
            assertThat(storedBytes.get()).isLessThan(2L * RecordReader.LIMIT_BYTES);
        }
    }

    @Test
    void bytesThatAreMostlyNotUtf8LookBinaryEvenWithoutNul() {
        byte[] noise = new byte[10_000];
        new Random(5).nextBytes(noise);
        for (int i = 0; i < noise.length; i++) {
            noise[i] = noise[i] == 0 ? 1 : noise[i];
        }
        assertThat(Reading.ofBytes(noise, ReadOptions.DEFAULT).noticeKinds())
                .containsExactly(ReadNotice.Kind.BINARY_AS_LINES);
        byte[] latin1 = "Viele Grüße vom Rhein, das Wetter ist schön und warm\n"
                .repeat(300)
                .getBytes(StandardCharsets.ISO_8859_1);
        assertThat(Reading.ofBytes(latin1, ReadOptions.DEFAULT).report().notices())
                .isEmpty();
    }

    /** A stream of this many letters. */
    private static final class Letters extends InputStream {
        private long left;

        Letters(long count) {
            left = count;
        }

        @Override
        public int read() {
            return left-- > 0 ? 'a' : -1;
        }

        @Override
        public int read(byte[] target, int offset, int length) {
            if (left <= 0) {
                return -1;
            }
            int count = (int) Math.min(left, length);
            Arrays.fill(target, offset, offset + count, (byte) 'a');
            left -= count;
            return count;
        }
    }
}
