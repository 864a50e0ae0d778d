package dev.squeeze.kit.source;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecordGapsTest {
    private static final int LINGER_MILLIS = 20;

    /** Batches that a linger closes, of records with these times between them. */
    private static RecordGaps gaps(DoubleSupplier millis, int records) {
        RecordGaps gaps = new RecordGaps();
        double at = 0;
        double closes = 0;
        for (int i = 0; i < records; i++) {
            if (at >= closes) {
                gaps.beginBatch();
                closes = at + LINGER_MILLIS;
            }
            gaps.add((long) at);
            at += millis.getAsDouble();
        }
        return gaps;
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.3, 2, 3.7, 8.1, 19})
    void atAnEvenPaceTheyHardlyDifferWhateverRoundingMakesOfThem(double millis) {
        assertThat(gaps(() -> millis, 5_000).variation().orElseThrow()).isLessThan(0.05);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1.3, 4, 10, 40})
    void atRandomTheyDifferByAThirdOfTheirMeansSquareAtLeast(double mean) {
        Random random = new Random(1);

        assertThat(gaps(() -> -mean * Math.log(1 - random.nextDouble()), 20_000)
                        .variation()
                        .orElseThrow())
                .isBetween(0.3, 1.05);
    }

    @Test
    void fewOrFasterThanTheirResolutionTheySayNothing() {
        assertThat(gaps(() -> 4, 100).variation()).isEmpty();
        assertThat(gaps(() -> 0.5, 5_000).variation()).isEmpty();
    }
}
