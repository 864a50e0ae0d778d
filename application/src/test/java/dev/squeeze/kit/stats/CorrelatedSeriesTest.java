package dev.squeeze.kit.stats;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import org.junit.jupiter.api.Test;

class CorrelatedSeriesTest {
    private static final int SERIES = 400;

    @Test
    void readingsThatAreIndependentHaveTheErrorOfTheirSpread() {
        SplittableRandom random = new SplittableRandom(1);

        assertThat(meanError(2_000, i -> 10 + random.nextDouble()) / errorOfUniform(2_000))
                .isBetween(0.98, 1.1);
        assertThat(meanError(30, i -> 10 + random.nextDouble()) / errorOfUniform(30))
                .isBetween(0.98, 1.1);
    }

    @Test
    void ofReadingsThatWanderTheErrorIsAsLargeAsTheirMeansScatter() {
        assertThat(errorOverScatter(4_000)).isBetween(0.9, 1.3);
        assertThat(errorOverScatter(1_000)).isBetween(0.9, 1.3);
        assertThat(errorOverScatter(150)).isBetween(0.6, 1.3);
        assertThat(errorOverScatter(60)).isBetween(0.5, 1.3);
        assertThat(errorOverScatter(30)).isBetween(0.4, 1.3);
    }

    private static double errorOverScatter(int readings) {
        double[] means = new double[SERIES];
        double errors = 0;
        for (int series = 0; series < SERIES; series++) {
            double[] wandering = wandering(readings, new SplittableRandom(series));
            means[series] = Arrays.stream(wandering).average().orElseThrow();
            errors += of(wandering).relativeError() / SERIES;
        }
        double mean = Arrays.stream(means).average().orElseThrow();
        double squares = 0;
        for (double each : means) {
            squares += (each - mean) * (each - mean) / (SERIES - 1);
        }
        double scatter = Math.sqrt(squares) / mean;
        return errors / scatter;
    }

    @Test
    void readingsThatAlternateHaveHardlyAnError() {
        CorrelatedSeries series = new CorrelatedSeries();
        for (int i = 0; i < 2_000; i++) {
            series.add(i % 2 == 0 ? 1 : 199);
        }

        assertThat(series.relativeError()).isLessThan(1e-9);
    }

    @Test
    void ofOneReadingNothingIsKnown() {
        CorrelatedSeries series = new CorrelatedSeries();
        assertThat(series.relativeError()).isInfinite();
        series.add(3);
        assertThat(series.relativeError()).isInfinite();
        assertThat(series.size()).isEqualTo(1);
    }

    private static double errorOfUniform(int readings) {
        return Math.sqrt(1 / 12.0 / readings) / 10.5;
    }

    private static double meanError(int readings, IntToDoubleFunction reading) {
        double errors = 0;
        for (int i = 0; i < SERIES; i++) {
            CorrelatedSeries series = new CorrelatedSeries();
            for (int place = 0; place < readings; place++) {
                series.add(reading.applyAsDouble(place));
            }
            errors += series.relativeError();
        }
        return errors / SERIES;
    }

    /** Each value retains 95 % of the previous one's deviation from the mean. */
    private static double[] wandering(int readings, SplittableRandom random) {
        double[] wandering = new double[readings];
        double off = 0;
        for (int i = -100; i < readings; i++) {
            off = 0.95 * off + random.nextDouble() - 0.5;
            if (i >= 0) {
                wandering[i] = 10 + off;
            }
        }
        return wandering;
    }

    private static CorrelatedSeries of(double[] readings) {
        CorrelatedSeries series = new CorrelatedSeries();
        Arrays.stream(readings).forEach(series::add);
        return series;
    }
}
