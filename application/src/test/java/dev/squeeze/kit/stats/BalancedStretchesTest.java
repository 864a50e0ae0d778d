package dev.squeeze.kit.stats;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BalancedStretchesTest {
    private static final int RECORDS = 20_000;

    /** Lengths with a heavy-tailed distribution: one in fifty accounts for most of the bytes. */
    private static int[] sizes() {
        SplittableRandom random = new SplittableRandom(11);
        return IntStream.range(0, RECORDS)
                .map(i -> random.nextInt(50) == 0 ? 3_000 + random.nextInt(9_000) : 20 + random.nextInt(120))
                .toArray();
    }

    /** The long ones compress to a tenth, the others hardly. */
    private static int[] others() {
        return Arrays.stream(sizes()).map(size -> size < 200 ? size : size / 10).toArray();
    }

    private static BalancedStretches stretches(double wanted, double together, double begin) {
        return BalancedStretches.of(List.of(sizes(), others()), wanted, together, begin)
                .orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"300, 2, 0", "300, 40, 0.7", "9000, 1, 0.3", "1, 100000, 0.99"})
    void everyRecordIsInOnePlace(double wanted, double together, double begin) {
        BalancedStretches order = stretches(wanted, together, begin);

        assertThat(IntStream.range(0, RECORDS).map(order::recordAt).boxed())
                .doesNotHaveDuplicates()
                .hasSize(RECORDS)
                .allMatch(record -> record >= 0 && record < RECORDS);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.2, 0.618, 0.9})
    void anyNumberOfTheFirstIsAsLargeOnAverageAsAll(double begin) {
        BalancedStretches order = stretches(500, 2, begin);

        for (int[] sizes : List.of(sizes(), others())) {
            double mean = Arrays.stream(sizes).average().orElseThrow();
            for (int number : new int[] {200, 500, 3_000}) {
                assertThat(IntStream.range(0, number)
                                .map(place -> sizes[order.recordAt(place)])
                                .average()
                                .orElseThrow())
                        .as("the first %d", number)
                        .isCloseTo(mean, Percentage.withPercentage(number < 500 ? 25 : 10));
            }
        }
    }

    @Test
    void whatComesIntoTheSameBatchesStaysTogether() {
        BalancedStretches order = stretches(2_000, 50, 0);

        long neighbours = IntStream.range(1, 2_000)
                .filter(place -> order.recordAt(place) == order.recordAt(place - 1) + 1)
                .count();
        assertThat(neighbours).isGreaterThan(1_980);
    }

    @Test
    void anotherBeginningIsAnotherOrder() {
        assertThat(stretches(300, 2, 0.1).recordAt(0))
                .isNotEqualTo(stretches(300, 2, 0.6).recordAt(0));
    }

    @Test
    void whereMostAreWantedThereIsNone() {
        assertThat(BalancedStretches.of(List.of(sizes(), others()), RECORDS * 0.6, 1, 0))
                .isEmpty();
        assertThat(BalancedStretches.of(List.of(new int[] {1, 2, 3}), 1, 1, 0)).isEmpty();
        assertThat(BalancedStretches.areFew(RECORDS * 0.5, RECORDS)).isTrue();
    }

    @Test
    void aViewShowsTheRecordsInThatOrder() {
        BalancedStretches order = stretches(300, 2, 0);
        List<Integer> numbers = IntStream.range(0, RECORDS).boxed().toList();

        List<Integer> view = order.order(numbers);

        assertThat(view).hasSize(RECORDS);
        assertThat(view.get(77)).isEqualTo(order.recordAt(77));
        assertThatThrownBy(() -> order.order(List.of(1, 2))).isInstanceOf(IllegalArgumentException.class);
    }
}
