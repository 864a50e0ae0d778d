package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TimestampsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | 1970-01-01T00:00:00Z",
                "1514804401 | 2018-01-01T11:00:01Z",
                "1514804401.1239 | 2018-01-01T11:00:01.123Z",
                "1514804401123 | 2018-01-01T11:00:01.123Z",
                "1514804401123.9 | 2018-01-01T11:00:01.123Z",
                "1514804401123456 | 2018-01-01T11:00:01.123Z",
                "1514804401123456789 | 2018-01-01T11:00:01.123Z",
                "1.514804401123E9 | 2018-01-01T11:00:01.123Z",
                "1.514804401123e+12 | 2018-01-01T11:00:01.123Z",
                "1.514804401123456E18 | 2018-01-01T11:00:01.123Z",
                "2018-01-01T11:00:01Z | 2018-01-01T11:00:01Z",
                "2018-01-01t11:00:01z | 2018-01-01T11:00:01Z",
                "2018-01-01T11:00:01.123456789Z | 2018-01-01T11:00:01.123Z",
                "2018-01-01T11:00:01,1+02:00 | 2018-01-01T09:00:01.100Z",
                "2018-01-01T11:00:01-0530 | 2018-01-01T16:30:01Z",
                "2018-01-01T11:00:01+01 | 2018-01-01T10:00:01Z",
                "2018-01-01T11:00:01 | 2018-01-01T11:00:01Z",
                "2018-01-01T11:00 | 2018-01-01T11:00:00Z",
                "2018-01-01 11:00:01 | 2018-01-01T11:00:01Z",
                "2018-01-01 11:00:01.5 | 2018-01-01T11:00:01.500Z",
                "2018-01-01 11:00:01 UTC | 2018-01-01T11:00:01Z",
                "2018-01-01 11:00:01 +0200 | 2018-01-01T09:00:01Z",
                "2020-02-29 | 2020-02-29T00:00:00Z",
                "2016-12-31T23:59:60Z | 2017-01-01T00:00:00Z"
            })
    void readsTheUsualForms(String text, String instant) {
        assertThat(TimestampParser.millis(text)).hasValue(Instant.parse(instant).toEpochMilli());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-",
                "-1",
                "abc",
                "true",
                "12a",
                "1.",
                ".5",
                "1e",
                "1e400",
                "1e25",
                "0x10",
                "NaN",
                "99999999999999999999",
                "2018-13-01",
                "2018-02-29",
                "2018-01-00",
                "2018-01-32",
                "2018-1-1",
                "2018-01-01T",
                "2018-01-01T24:00",
                "2018-01-01T11:60",
                "2018-01-01T11:00:61",
                "2018-01-01T11:00:01.",
                "2018-01-01T11:00:01X",
                "2018-01-01T11:00:01+99:00",
                "2018-01-01T11:00:01+01:",
                "2018-01-01x11:00",
                "1969-12-31T23:59:59Z",
                "1970-01-01T00:00:00+01:00",
                "2018-01-01T11:00:01Zjunk",
                "12:00:00"
            })
    void refusesWhatIsNoMoment(String text) {
        assertThat(TimestampParser.millis(text)).isEmpty();
    }

    @Test
    void agreesWithTheJdkOnRandomMoments() {
        long seed = 20_240_101;
        Random random = new Random(seed);
        DateTimeFormatter spaced =
                DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss.SSS").withZone(ZoneOffset.UTC);
        for (int i = 0; i < 20_000; i++) {
            Instant moment = Instant.ofEpochMilli((long) (random.nextDouble() * 4e12));
            assertThat(TimestampParser.millis(moment.toString()))
                    .as("seed %d", seed)
                    .hasValue(moment.toEpochMilli());
            assertThat(TimestampParser.millis(spaced.format(moment)))
                    .as("seed %d", seed)
                    .hasValue(moment.toEpochMilli());
        }
    }

    @Test
    void randomTextNeverThrows() {
        long seed = 7;
        Random random = new Random(seed);
        String letters = "0123456789-:.,TZ+eE ";
        for (int i = 0; i < 200_000; i++) {
            StringBuilder text = new StringBuilder();
            for (int n = random.nextInt(30); n > 0; n--) {
                text.append(letters.charAt(random.nextInt(letters.length())));
            }
            TimestampParser.millis(text.toString())
                    .ifPresent(millis ->
                            assertThat(millis).as("seed %d: %s", seed, text).isNotNegative());
        }
    }

    @Test
    void withoutAFieldTimestampsAreSpacedByTheAssumedRateOverAllFiles() throws IOException {
        Path a = Files.writeString(folder.resolve("a.log"), "1\n2\n3\n");
        Path b = Files.writeString(folder.resolve("b.log"), "4\n");
        ReadOptions options = new ReadOptions(Optional.empty(), Optional.empty(), Optional.empty(), 2000);
        Reading reading = Reading.of(new FileSource(List.of(a.toString(), b.toString()), options));
        long start = Instant.parse("2024-01-01T00:00:00Z").toEpochMilli();
        assertThat(reading.timestamps()).containsExactly(start, start, start + 1, start + 1);
        assertThat(reading.report().hasTimestamps()).isFalse();
        assertThat(reading.report().notices()).isEmpty();
    }

    @Test
    void anAbsurdlySlowRateDoesNotOverflow() {
        ReadOptions options = new ReadOptions(Optional.empty(), Optional.empty(), Optional.empty(), Double.MIN_VALUE);
        assertThat(Reading.ofBytes(Reading.bytes("a\nb\nc\n"), options).timestamps())
                .isSorted()
                .allMatch(t -> t > 0);
    }

    @Test
    void aRecordWithoutAMomentTakesTheTimestampBeforeIts() {
        Reading reading = Reading.ofBytes(
                Reading.bytes(
                        "{}\n{\"t\":1500000000}\n{\"t\":\"soon\"}\n{\"t\":null}\n{\"t\":{}}\n{\"t\":1500000001}\n"),
                Reading.stamped(RecordFormat.JSONL, "/t"));
        long seen = 1_500_000_000_000L;
        assertThat(reading.timestamps())
                .containsExactly(RecordClock.ASSUMED_START_MILLIS, seen, seen, seen, seen, seen + 1000);
        assertThat(reading.report().hasTimestamps()).isTrue();
        assertThat(reading.noticeKinds()).containsExactly(ReadNotice.Kind.RECORDS_INCOMPLETE);
        assertThat(reading.onlyNotice())
                .contains("4 of 6 records", "--timestamp-field /t")
                .doesNotContain("soon");
    }

    @Test
    void timestampsThatNeverParseAreAnError() {
        assertThat(Reading.failureOf(
                        Reading.bytes("{\"t\":\"soon\"}\n{}\n"), Reading.stamped(RecordFormat.JSONL, "/t")))
                .contains("none of 2 records has a timestamp in --timestamp-field /t", "ISO 8601")
                .doesNotContain("soon");
        assertThat(Reading.failureOf(Reading.bytes("a,b\n"), Reading.stamped(RecordFormat.CSV, "2")))
                .contains("none of 1 records");
    }

    @Test
    void stoppingBeforeTheFirstMomentIsNoError() {
        RecordSource.ReadReport report = Reading.standardInput(
                        new java.io.ByteArrayInputStream(Reading.bytes("{}\n{\"t\":1}\n")),
                        Reading.stamped(RecordFormat.JSONL, "/t"))
                .read(record -> false, (read, total) -> {});
        assertThat(report.records()).isEqualTo(1);
        assertThat(report.hasTimestamps()).isFalse();
    }
}
