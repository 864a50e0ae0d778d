package dev.squeeze.feature.published;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.document.Observed;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Verdicts for a published ratio or bound and a measured interval. */
class HoldingTest {
    @ParameterizedTest
    @CsvSource({
        // Published as a factor of 4: half the strength is a factor of 2, a quarter is 1.414.
        "4, 3.5, 4.5, HOLDS",
        "4, 1.1, 2.0, HOLDS",
        "4, 8, 9, HOLDS",
        "4, 1.1, 1.99, HOLDS_WEAKER",
        "4, 1.1, 1.15, HOLDS_WEAKER",
        "4, 1.1, 1.14, NO_LONGER_HOLDS",
        "19.88, 1.03, 1.07, NO_LONGER_HOLDS",
        "4, 0.9, 1.41, NO_LONGER_HOLDS",
        "4, 0.9, 1.42, INCONCLUSIVE",
        "4, 0.9, 5, INCONCLUSIVE",
        "4, 0.5, 0.9, NO_LONGER_HOLDS",
        "4, 1, 1, NO_LONGER_HOLDS",
        // The same in the other direction: a factor of 0.25.
        "0.25, 0.2, 0.3, HOLDS",
        "0.25, 0.5, 0.9, HOLDS",
        "0.25, 0.51, 0.9, HOLDS_WEAKER",
        "0.25, 0.71, 1.1, NO_LONGER_HOLDS",
        "0.25, 0.70, 1.1, INCONCLUSIVE",
        "0.25, 1.1, 2, NO_LONGER_HOLDS",
        // Published as equal.
        "1, 0.95, 1.05, HOLDS",
        "1, 0.85, 1.05, INCONCLUSIVE",
        "1, 1.11, 1.3, NO_LONGER_HOLDS",
        "1, 0.5, 0.9, NO_LONGER_HOLDS",
        // An interval that reaches zero has no logarithm.
        "4, 0, 3, INCONCLUSIVE"
    })
    void aQuotientIsJudgedByWhereItsIntervalLies(double published, double low, double high, Holding expected) {
        assertThat(Holding.ofQuotient(published, interval(low, high))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "1.28, 1.2, 1.4, HOLDS",
        "1.28, 0.9, 1.6, HOLDS",
        "1.28, 1.4, 1.7, INCONCLUSIVE",
        "1.28, 4.6, 4.7, NO_LONGER_HOLDS",
        "1.28, 0.3, 0.5, NO_LONGER_HOLDS",
        "0.8, 0.7, 1.1, HOLDS",
        "0.8, 0.3, 0.5, NO_LONGER_HOLDS",
        "1.28, 0, 1.4, INCONCLUSIVE"
    })
    void aSmallDifferenceNoLongerIsOneWhereItIsMoreThanTwiceAsStrong(
            double published, double low, double high, Holding expected) {
        assertThat(Holding.ofSmall(published, interval(low, high))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "AT_MOST, 0.01, 0.02, HOLDS",
        "AT_MOST, 0.01, 0.021, INCONCLUSIVE",
        "AT_MOST, 0.021, 0.03, NO_LONGER_HOLDS",
        "AT_LEAST, 0.021, 0.03, HOLDS",
        "AT_LEAST, 0.019, 0.03, INCONCLUSIVE",
        "AT_LEAST, 0.01, 0.019, NO_LONGER_HOLDS"
    })
    void aBoundIsKeptWhereTheWholeIntervalKeepsIt(Holding.Bound bound, double low, double high, Holding expected) {
        assertThat(Holding.ofBound(0.02, bound, interval(low, high))).isEqualTo(expected);
    }

    @Test
    void withoutAnIntervalNothingCanBeTold() {
        assertThat(Holding.ofQuotient(2, Optional.empty())).isEqualTo(Holding.INCONCLUSIVE);
        assertThat(Holding.ofBound(2, Holding.Bound.AT_MOST, Optional.empty())).isEqualTo(Holding.INCONCLUSIVE);
        assertThatThrownBy(() -> Holding.ofQuotient(0, Optional.empty())).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void roundsOfOneStageArePairedSoThatWhatDisturbedBothCancelsOut() {
        Observed figure = rounds(20, 40, 80);
        Observed baseline = rounds(10, 20, 40);

        Quotient together = Quotient.of(figure, baseline, true).orElseThrow();
        Quotient quotient = Quotient.of(figure, baseline, false).orElseThrow();

        assertThat(together.interval().orElseThrow().low()).isCloseTo(2, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(together.interval().orElseThrow().high()).isCloseTo(2, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(together.n()).isEqualTo(3);
        assertThat(quotient.interval().orElseThrow().high()).isGreaterThan(3);
    }

    @Test
    void sidesOfIndependentIntervalsAddInQuadratureOnTheLogarithmicScale() {
        Observed figure = Observed.of(new ConfidenceInterval(8, 4, 16, 5, false));
        Observed baseline = Observed.of(new ConfidenceInterval(2, 1, 4, 7, false));

        Quotient quotient = Quotient.of(figure, baseline, false).orElseThrow();

        double factor = Math.exp(Math.sqrt(2) * Math.log(2));
        assertThat(quotient.estimate()).isEqualTo(4);
        assertThat(quotient.interval().orElseThrow().low())
                .isCloseTo(4 / factor, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(quotient.interval().orElseThrow().high())
                .isCloseTo(4 * factor, org.assertj.core.data.Offset.offset(1e-9));
        assertThat(quotient.n()).isEqualTo(5);
    }

    @Test
    void aSingleRoundHasAQuotientWithoutAnInterval() {
        Observed one = new Observed(3, Optional.empty(), List.of(3.0));

        assertThat(Quotient.of(one, one, true).orElseThrow().interval()).isEmpty();
        assertThat(Quotient.of(one, new Observed(0, Optional.empty(), List.of()), true))
                .isEmpty();
        assertThat(Quotient.of(Observed.counted(6), Observed.counted(3), false)
                        .orElseThrow()
                        .interval()
                        .orElseThrow()
                        .exact())
                .isTrue();
    }

    private static Observed rounds(double... values) {
        ConfidenceInterval interval = dev.squeeze.kit.stats.TrimmedMean.ofFew(values, 0.95);
        return new Observed(
                interval.estimate(),
                Optional.of(new ConfidenceInterval(
                        interval.estimate(), Math.max(1, interval.low()), interval.high(), values.length, false)),
                java.util.Arrays.stream(values).boxed().toList());
    }

    private static Optional<ConfidenceInterval> interval(double low, double high) {
        return Optional.of(new ConfidenceInterval((low + high) / 2, low, high, 5, false));
    }
}
