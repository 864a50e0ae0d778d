package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TimestampSpanTest {
    private static final long START = Instant.parse("2026-03-01T00:00:00Z").toEpochMilli();

    /** One record per second. */
    private static TimestampSpan ofSeconds(int records) {
        TimestampSpan span = new TimestampSpan();
        for (int i = 0; i < records; i++) {
            span.add(START + 1_000L * i);
        }
        return span;
    }

    private static double rate(TimestampSpan span, int records) {
        return span.span().orElseThrow().rateOf(records - 1).orElseThrow().recordsPerSecond();
    }

    @Test
    void allAreTakenWhereNoneIsFarFromTheOthers() {
        TimestampSpan span = ofSeconds(5_000);

        assertThat(span.span()).contains(new TimestampSpan.Span(START, START + 4_999_000, 0));
        assertThat(span.notices()).isEmpty();
    }

    @Test
    void aTimestampOfZeroDoesNotMakeATopicHalfACenturyOld() {
        TimestampSpan span = ofSeconds(5_000);
        span.add(0);

        assertThat(rate(span, 5_000)).isEqualTo(1);
        assertThat(span.notices())
                .singleElement()
                .extracting(ReadNotice::message)
                .asString()
                .contains(
                        "1 timestamp is far from all others (2026-03-01T00:00:00Z to 2026-03-01T01:23:19Z)", "--rate");
    }

    @Test
    void wrongOnesOnBothSidesAreLeftOutAndThoseOfAllOtherUnits() {
        TimestampSpan span = ofSeconds(5_000);
        span.add(0);
        span.add(START / 1_000);
        span.add(START + Duration.ofDays(3_000).toMillis());
        span.add(START * 1_000);

        assertThat(rate(span, 5_000)).isEqualTo(1);
        assertThat(span.span().orElseThrow().wrong()).isEqualTo(4);
    }

    /** Records are rare and regular: none is wrong. */
    @Test
    void dailyRecordsOfMonthsAreAllTaken() {
        TimestampSpan span = new TimestampSpan();
        for (int day = 0; day < 90; day++) {
            span.add(START + Duration.ofDays(day).toMillis());
        }

        assertThat(span.span().orElseThrow().wrong()).isZero();
    }

    /** Too many to be wrong: they are a part of the traffic. */
    @Test
    void aHundredthFarAwayIsTaken() {
        TimestampSpan span = ofSeconds(5_000);
        for (int i = 0; i < 51; i++) {
            span.add(START - Duration.ofDays(400).toMillis());
        }

        assertThat(span.span().orElseThrow().wrong()).isZero();
    }

    @Test
    void withoutATimestampThereIsNone() {
        TimestampSpan span = new TimestampSpan();
        span.add(-1);

        assertThat(span.span()).isEmpty();
    }

    @Test
    void onlyMicrosecondsAreNoTimestampsEither() {
        TimestampSpan span = new TimestampSpan();
        for (int i = 0; i < 100; i++) {
            span.add(1_000 * (START + i));
        }

        assertThat(span.span()).isEmpty();
        assertThat(span.notices())
                .singleElement()
                .extracting(ReadNotice::message)
                .asString()
                .contains("all 100 timestamps");
    }
}
