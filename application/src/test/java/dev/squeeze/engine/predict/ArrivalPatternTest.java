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

    /** As a pause of half a century it would make a burst of all others. */
    @Test
    void aTimestampThatIsPlainlyWrongIsNoPause() {
        assertThat(pattern(10_000, i -> i == 5_000 ? 0 : 1_770_000_000_000L + 3L * i)
                        .recordsWithin(20))
                .isCloseTo(20, within(1.01));
    }

    @Test
    void inBurstsManyMoreComeAfterOneThanTheMeanRateSays() {
        // A hundred records, a millisecond apart, and then nothing for 300 ms: four times the mean rate.
        ArrivalPattern bursts = pattern(10_000, i -> 400L * (i / 100) + i % 100);

        // 40 ms, of which each record but the last of a burst sees 40 records.
        assertThat(bursts.recordsWithin(10)).isBetween(30.0, 40.0);
    }

    @Test
    void aTimeThatIsLongerThanAllRecordsHoldsThemSeveralTimes() {
        assertThat(pattern(1_000, i -> 3L * i).recordsWithin(2_500)).isCloseTo(2_500, within(2.0));
    }
}
