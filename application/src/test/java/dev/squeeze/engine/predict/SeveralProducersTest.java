package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.kafka.ReplayedTraffic;
import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SeveralProducersTest {
    @Test
    void twoThatDoAboutTheSameAreEnough() {
        List<Integer> asked = new ArrayList<>();
        ReplayedTraffic first = traffic(44, 4);

        SeveralProducers found = SeveralProducers.of(first, number -> {
            asked.add(number);
            return traffic(46, 4.1);
        });

        assertThat(asked).containsExactly(1);
        assertThat(found.middle()).isSameAs(first);
        assertThat(found.spread()).isCloseTo(46 / 44.0, Percentage.withPercentage(1));
        assertThat(found.recordsPerBatchRelativeError()).isBetween(0.03, 0.04);
    }

    /** One in ten producers arrives at a low estimate of the ratio; it may be the first one simulated. */
    @Test
    void theOneInTheMiddleIsTakenWhicheverIsSimulatedFirst() {
        double[] others = {44, 45, 43, 46};

        SeveralProducers found = SeveralProducers.of(traffic(131, 6.5), number -> traffic(others[number - 1], 5.5));

        assertThat(found.middle().recordsPerBatch()).isCloseTo(45, Percentage.withPercentage(1));
        assertThat(found.spread()).isGreaterThan(SeveralProducers.ABOUT_THE_SAME);
        assertThat(found.recordsPerBatchRelativeError()).isBetween(0.03, 0.05);
        assertThat(found.ratioRelativeError()).isLessThan(0.01);
    }

    @Test
    void whereTwoOfFiveDifferThatIsInTheError() {
        double[] others = {44, 131, 43, 46};

        SeveralProducers found = SeveralProducers.of(traffic(131, 6.5), number -> traffic(others[number - 1], 5.5));

        assertThat(found.middle().recordsPerBatch()).isCloseTo(46, Percentage.withPercentage(1));
        assertThat(found.recordsPerBatchRelativeError()).isGreaterThan(0.5);
    }

    @Test
    void ofASingleOneNothingIsKnownButItsOwnError() {
        SeveralProducers found = SeveralProducers.one(traffic(44, 4));

        assertThat(found.recordsPerBatchRelativeError()).isEqualTo(0.02);
        assertThat(found.ratioRelativeError()).isZero();
        assertThat(found.spread()).isEqualTo(1);
    }

    /** A recommendation must not depend on how a producer starts, which only several producers show. */
    @ParameterizedTest
    @ValueSource(longs = {0, 100, 200, 300, 500})
    void whateverDependsOnHowAProducerStartsIsSimulatedSeveralTimes(long fullBatches) {
        for (int recordsPerBatch : new int[] {160, 200, 400, 2_000}) {
            assertThat(SeveralProducers.mayDiffer(traffic(recordsPerBatch, 5, fullBatches), 16_384))
                    .as("%d records", recordsPerBatch)
                    .isTrue();
        }
    }

    @Test
    void batchesThatAreFullHoweverTheGuessStandsAndThoseThatNeverAreAreNot() {
        assertThat(SeveralProducers.mayDiffer(traffic(400, 5, 900), 16_384)).isFalse();
        assertThat(SeveralProducers.mayDiffer(traffic(100, 5, 0), 16_384)).isFalse();
    }

    private static ReplayedTraffic traffic(double recordsPerBatch, double ratio) {
        return traffic(recordsPerBatch, ratio, 480);
    }

    private static ReplayedTraffic traffic(double recordsPerBatch, double ratio, long fullBatches) {
        long records = Math.round(1_000 * recordsPerBatch);
        long stored = Math.round(100 * records / ratio);
        return new ReplayedTraffic(
                records,
                1_000,
                1_000,
                500,
                500,
                100 * records,
                0,
                1,
                stored,
                stored,
                0,
                fullBatches,
                20_000,
                12,
                0.02,
                5,
                10,
                0.1,
                0.1,
                0.1,
                new Histogram(3));
    }
}
