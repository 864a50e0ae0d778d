package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.feature.advise.FollowedMeasurement.Candidate;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;

class FollowedMeasurementTest {
    private final Recommendation advice = AdviceCase.usual().advise();

    @Test
    void settingsThatWereMeasuredToBeWithinTheToleranceLeaveTheAdviceAsItIs() {
        assertThat(FollowedMeasurement.better(Objective.COST, measured(advice.recommended(), 0), others(0)))
                .isEmpty();
    }

    @Test
    void theCheapestOfThoseThatWereMeasuredToBeBetterIsTaken() {
        assertThat(FollowedMeasurement.better(Objective.COST, measured(advice.current(), 0.01), others(0.01)))
                .hasValue(cheapest());
    }

    @Test
    void whatTheIntervalsExplainIsNotFollowed() {
        assertThat(FollowedMeasurement.better(Objective.COST, measured(advice.current(), 1), others(0.01)))
                .isEmpty();
    }

    @Test
    void whereTheRecommendedSettingsFellBehindTheCheapestThatHeldTheRateIsTaken() {
        assertThat(FollowedMeasurement.instead(Objective.COST, others(0.5))).hasValue(cheapest());
        assertThat(FollowedMeasurement.instead(Objective.COST, List.of())).isEmpty();

        Recommendation changed = advice.holding(cheapest());

        assertThat(changed.recommended()).isEqualTo(cheapest());
        assertThat(changed.producerConfig())
                .containsExactlyElementsOf(cheapest().settings().configLines());
        assertThat(changed.leaveIt()).isEmpty();
        assertThat(changed.verdict())
                .startsWith("Use " + cheapest().settings())
                .contains(advice.recommended().settings() + ", which was foretold to do best, did not hold the rate");
    }

    @Test
    void whereOnlyTodaysSettingsHeldTheRateTheyStay() {
        Recommendation changed = advice.holding(advice.current());

        assertThat(changed.leaveIt()).isPresent();
        assertThat(changed.recommended()).isEqualTo(advice.current());
        assertThat(changed.verdict()).startsWith("Leave it as it is");
    }

    private Prediction cheapest() {
        return advice.runnersUp().stream()
                .map(RunnerUp::prediction)
                .min(Comparator.comparingDouble(one -> one.resources().money()))
                .orElseThrow();
    }

    private List<Candidate> others(double relativeHalfWidth) {
        return advice.runnersUp().stream()
                .map(one -> measured(one.prediction(), relativeHalfWidth))
                .toList();
    }

    private static Candidate measured(Prediction prediction, double relativeHalfWidth) {
        return new Candidate(prediction, relativeHalfWidth);
    }
}
