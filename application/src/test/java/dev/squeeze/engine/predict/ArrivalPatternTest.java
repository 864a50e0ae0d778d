package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.BatchRecord;
import java.util.List;
import java.util.function.IntToLongFunction;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Header;
import org.junit.jupiter.api.Test;

class ArrivalPatternTest {
    private static ArrivalPattern pattern(int records, IntToLongFunction millis) {
        List<BatchRecord> all = IntStream.range(0, records)
                .mapToObj(i -> new BatchRecord(null, new byte[10], new Header[0], millis.applyAsLong(i)))
                .toList();
        return ArrivalPattern.of(all).orElseThrow();
    }

    @Test
    void asManyComeAsTheTimeHoldsWhereGapsAreEqual() {
        assertThat(pattern(10_000, i -> 3L * i).recordsWithin(20)).isCloseTo(20, within(1.01));
    }

    /** Treated as a pause of half a century, it would turn all other records into one burst. */
    @Test
    void aTimestampThatIsPlainlyWrongIsNoPause() {
        assertThat(pattern(10_000, i -> i == 5_000 ? 0 : 1_770_000_000_000L + 3L * i)
                        .recordsWithin(20))
                .isCloseTo(20, within(1.01));
    }

    @Test
    void inBurstsManyMoreComeAfterOneThanTheMeanRateSays() {
        // A hundred records, one millisecond apart, and then nothing for 300 ms: bursts at four times the mean rate.
        ArrivalPattern bursts = pattern(10_000, i -> 400L * (i / 100) + i % 100);

        // 40 ms, in which 40 records arrive from each record on, except from the last ones of a burst.
        assertThat(bursts.recordsWithin(10)).isBetween(30.0, 40.0);
    }

    @Test
    void aTimeThatIsLongerThanAllRecordsHoldsThemSeveralTimes() {
        assertThat(pattern(1_000, i -> 3L * i).recordsWithin(2_500)).isCloseTo(2_500, within(2.0));
    }

    /** Otherwise all records of a day would appear to arrive within its first hour. */
    @Test
    void datesAreNoBursts() {
        long midnightInTokyo = 1_770_044_400_000L;
        ArrivalPattern daily = pattern(10_000, i -> midnightInTokyo + 86_400_000L * (i / 1_000));

        assertThat(daily.gapAfter(0)).isCloseTo(1, within(0.01));
        assertThat(daily.gapAfter(999)).isCloseTo(1, within(0.01));
    }

    /** In bursts of a hundred: every tenth record, and the first half of each burst. */
    @Test
    void someRecordsComeAsTheyDidAmongAll() {
        ArrivalPattern bursts = pattern(10_000, i -> 400L * (i / 100) + i % 100);
        List<Integer> everyTenth =
                IntStream.range(0, 1_000).map(i -> 10 * i).boxed().toList();
        List<Integer> halves =
                IntStream.range(0, 10_000).filter(i -> i % 100 < 50).boxed().toList();

        ArrivalPattern thinned = bursts.thinnedTo(everyTenth);
        assertThat(thinned.gapAfter(0)).isCloseTo(10 / 40.0, within(0.1));
        assertThat(thinned.gapAfter(9)).isCloseTo(310 / 40.0, within(0.1));
        ArrivalPattern stretches = bursts.ofStretches(halves);
        assertThat(stretches.gapAfter(49))
                .as("none of the pauses is in the stretches")
                .isCloseTo(1, within(0.01));
    }
}
