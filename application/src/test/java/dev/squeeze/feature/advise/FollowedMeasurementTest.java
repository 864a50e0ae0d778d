package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.feature.advise.FollowedMeasurement.Candidate;
import dev.squeeze.kit.format.CodecType;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FollowedMeasurementTest {
    private static final Advisor ADVISOR = AdviceCase.usual().advisor();

    private final Recommendation advice = ADVISOR.advise();

    @Test
    void settingsThatWereMeasuredToBeWithinTheToleranceLeaveTheAdviceAsItIs() {
        assertThat(rule().better(measured(advice.recommended(), 0), others(0))).isEmpty();
    }

    @Test
    void theCheapestOfThoseThatWereMeasuredToBeBetterIsTaken() {
        assertThat(rule().better(measured(advice.current(), 0.01), others(0.01)))
                .hasValue(cheapest());
    }

    @Test
    void whatTheIntervalsExplainIsNotFollowed() {
        assertThat(rule().better(measured(advice.current(), 1), others(0.01))).isEmpty();
    }

    /**
     * The least intrusive settings that keep most of the saving are recommended; if a live run confirms their saving,
     * settings that save slightly more do not replace them.
     */
    @Test
    void whatSavesALittleMoreDoesNotReplaceWhatKeepsTheShareThatIsEnough() {
        Candidate recommended = measured(advice.current(), 0.001);
        List<Candidate> others = List.of(measured(cheapest(), 0.001));
        double share = rule(Objective.COST, 1).keptShare(recommended, others).orElseThrow();

        assertThat(share).isBetween(0.1, 0.99);
        assertThat(rule(Objective.COST, share - 0.01).better(recommended, others))
                .isEmpty();
        assertThat(rule(Objective.COST, share + 0.01).better(recommended, others))
                .hasValue(cheapest());
        assertThat(rule(Objective.NETWORK, share - 0.01).better(recommended, others))
                .isNotEmpty();
    }

    /** Today's settings may be measured to cost more than uncompressed records are predicted to. */
    @Test
    void allIsKeptWhereTheOthersThatWereRunSaveNothing() {
        Prediction costly = twiceAsExpensive(twiceAsExpensive(advice.current()));

        assertThat(rule().keptShare(measured(advice.recommended(), 0.001), List.of(measured(costly, 0.001))))
                .hasValue(1);
        assertThat(rule().keptShare(measured(costly, 0.001), List.of(measured(costly, 0.001))))
                .isEmpty();
    }

    @Test
    void ofThoseThatSaveEnoughTheLeastIntrusiveTakesThePlaceOfSettingsThatFellBehind() {
        List<Candidate> others = others(0.001);

        Prediction chosen = rule(Objective.COST, 0.1).instead(others).orElseThrow();

        assertThat(chosen.settings().lingerMillis())
                .isEqualTo(others.stream()
                        .mapToInt(other -> other.measured().settings().lingerMillis())
                        .min()
                        .orElseThrow());
    }

    @Test
    void whereTheRecommendedSettingsFellBehindTheCheapestThatHeldTheRateIsTaken() {
        assertThat(rule().instead(others(0.5))).hasValue(cheapest());
        assertThat(rule().instead(List.of())).isEmpty();

        ProducerSettings better = cheapest().settings();
        Recommendation changed = ADVISOR.following(
                advice,
                new LiveFindings(
                        Map.of(better, cheapest()), Set.of(advice.recommended().settings())),
                better);

        assertThat(changed.recommended().settings()).isEqualTo(better);
        assertThat(changed.producerConfig()).containsExactlyElementsOf(better.configLines());
        assertThat(changed.leaveIt()).isEmpty();
        assertThat(changed.verdict())
                .startsWith("Use ")
                .contains(advice.recommended().settings() + ", which was predicted to be best, did not hold the rate");
        assertThat(changed.runnersUp())
                .filteredOn(other -> other.prediction()
                        .settings()
                        .equals(advice.recommended().settings()))
                .singleElement()
                .extracting(RunnerUp::whyNot)
                .isEqualTo("did not hold the rate in the live run");
    }

    @Test
    void whereOnlyTodaysSettingsHeldTheRateTheyStay() {
        Recommendation changed = ADVISOR.following(
                advice,
                new LiveFindings(
                        Map.of(advice.current().settings(), advice.current()),
                        Set.of(advice.recommended().settings())),
                advice.current().settings());

        assertThat(changed.leaveIt()).isPresent();
        assertThat(changed.recommended()).isEqualTo(advice.current());
        assertThat(changed.savings().money().estimate()).isZero();
        assertThat(changed.verdict()).startsWith("Keep today's settings: ");
    }

    @Test
    void savingsAlternativesAndCaveatsBelongToTheSettingsThatDidBetter() {
        Prediction better = cheapest();
        Recommendation changed = ADVISOR.following(
                advice,
                new LiveFindings(
                        Map.of(
                                better.settings(),
                                better,
                                advice.recommended().settings(),
                                twiceAsExpensive(advice.recommended())),
                        Set.of()),
                better.settings());

        assertThat(changed.savings().money().estimate())
                .isCloseTo(
                        changed.current().resources().money()
                                - changed.recommended().resources().money(),
                        within(0.01))
                .isNotEqualTo(advice.savings().money().estimate());
        assertThat(changed.runnersUp())
                .extracting(other -> other.prediction().settings())
                .contains(advice.recommended().settings())
                .doesNotContain(better.settings());
        assertThat(changed.runnersUp())
                .filteredOn(other -> other.prediction()
                        .settings()
                        .equals(advice.recommended().settings()))
                .singleElement()
                .extracting(RunnerUp::whyNot)
                .asString()
                .startsWith("measured live: ")
                .contains("USD/month more");
        assertThat(changed.caveats()).extracting(Caveat::kind).startsWith("follows-live-run");
        assertThat(changed.caveats())
                .extracting(Caveat::kind)
                .doesNotContain(
                        better.settings().codec().type() == CodecType.ZSTD ? "" : "codec-unknown-to-some-clients");
    }

    @Test
    void coresOfTheRecommendedSettingsAreThoseOfTheCodecAsTodaysAre() {
        Prediction better = cheapest();
        Prediction measured = twiceAsExpensive(better);

        Recommendation changed = ADVISOR.following(
                advice, new LiveFindings(Map.of(better.settings(), measured), Set.of()), better.settings());

        assertThat(changed.recommended().resources().cores())
                .isCloseTo(better.resources().cores(), withinPercentage(1));
        assertThat(changed.recommended().ratio()).isEqualTo(measured.ratio());
        assertThat(changed.current().resources()).isEqualTo(advice.current().resources());
    }

    /** A live run measures whole threads, so its CPU is higher than the codec's alone. */
    private static Prediction twiceAsExpensive(Prediction prediction) {
        ResourceEstimate resources = prediction.resources();
        return new Prediction(
                prediction.settings(),
                prediction.fill(),
                prediction.ratio(),
                prediction.ratioRelativeHalfWidth(),
                prediction.speedRelativeHalfWidth(),
                new ResourceEstimate(
                        resources.wireBytesPerSecond(),
                        resources.wireGigabytesPerMonth(),
                        resources.crossZoneGigabytesPerMonth(),
                        resources.diskGigabytes(),
                        2 * resources.producerCores(),
                        2 * resources.brokerCores(),
                        2 * resources.consumerCores(),
                        2 * resources.zoneMoney(),
                        2 * resources.diskMoney(),
                        2 * resources.cpuMoney(),
                        resources.further()),
                prediction.addedLatencyMillis(),
                prediction.simulated());
    }

    private FollowedMeasurement rule() {
        return rule(Objective.COST, 1);
    }

    private FollowedMeasurement rule(Objective objective, double keep) {
        return new FollowedMeasurement(
                objective,
                keep,
                advice.current().settings(),
                2 * advice.current().resources().money());
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
