package dev.squeeze.engine.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.experiment.Verification.Verdict;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.TopicContents;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.engine.predict.Forecast;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.TrimmedMean;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How rounds are compared with a forecast: whether the rate was sustained, and whether a figure matches. */
class VerificationTest {
    private static final double RATE = 400;

    @ParameterizedTest
    @CsvSource({
        // Two producers, 40 records in a batch, one second: 80 of 400 may miss the window, and 12 more are tolerated.
        "2, 40, 1, 400, true",
        "2, 40, 1, 309, true",
        "2, 40, 1, 307, false",
        // A longer window hides a smaller share, and so do fewer producers.
        "2, 40, 4, 369, true",
        "2, 40, 4, 367, false",
        "1, 40, 1, 349, true",
        "1, 40, 1, 347, false",
        // Small batches hide nothing.
        "1, 1, 4, 388, true",
        "1, 1, 4, 386, false",
        // In a window shorter than a batch takes, at least one record must be acknowledged.
        "1, 800, 1, 1, true",
        "1, 800, 1, 0, false"
    })
    void aRateIsHeldButForAFewPerCentAndTheBatchesAtTheEdgesOfTheWindow(
            int producers, double recordsPerBatch, double seconds, double recordsPerSecond, boolean held) {
        ArmResult arm = new ArmResult(arm(producers));
        arm.add(0, trial(seconds, recordsPerSecond));

        assertThat(Verification.heldRate(forecast(recordsPerBatch), arm)).isEqualTo(held);
    }

    @Test
    void anArmWithoutRoundsHeldNothing() {
        assertThat(Verification.heldRate(forecast(40), new ArmResult(arm(1)))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "105, 0.1, MATCH",
        "80, 0.1, MISMATCH",
        // Three rounds from 99 to 101 have an interval of 2.5 to either side.
        "90, 0.08, MISMATCH",
        "90, 0.09, MATCH"
    })
    void narrowRoundsAgreeWithAForecastWhoseIntervalTheyTouch(double predicted, double claimed, Verdict expected) {
        assertThat(verdict(predicted, claimed, 99, 100, 101)).isEqualTo(expected);
    }

    @Test
    void aSingleRoundTellsNothing() {
        assertThat(verdict(100, 0.1, 100)).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict(900, 0.1, 100)).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict(100, 0.1, 100, 101)).isEqualTo(Verdict.MATCH);
    }

    @Test
    void roundsThatLieFarApartTellNothing() {
        // Half widths of 14.9 and 17.4 % of the estimate: the second could not have shown that a forecast is 15 % off.
        assertThat(verdict(110, 0.1, 94, 100, 106)).isEqualTo(Verdict.MATCH);
        assertThat(verdict(110, 0.1, 93, 100, 107)).isEqualTo(Verdict.INCONCLUSIVE);
        // If it is far off they still show a mismatch, with half widths up to 49.7 %, but not at 52.2 %.
        assertThat(verdict(900, 0.1, 80, 100, 120)).isEqualTo(Verdict.MISMATCH);
        assertThat(verdict(110, 0.1, 79, 100, 121)).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(verdict(900, 0.1, 79, 100, 121)).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void onlyFiguresThatBothHaveAreChecked() {
        ArmResult arm = new ArmResult(arm(1));
        arm.add(0, TrialFixtures.trial(TrialFixtures.client(1), Optional.empty()));

        List<Verification.Check> checks = Verification.checks(forecast(40), arm);

        assertThat(checks)
                .extracting(Verification.Check::metric)
                .containsExactly(
                        Metric.RECORDS_PER_BATCH,
                        Metric.UNCOMPRESSED_BATCH_BYTES,
                        Metric.RATIO,
                        Metric.WIRE_MIB_PER_SECOND,
                        Metric.ACK_P50,
                        Metric.ACK_P99);
        assertThat(checks.get(0).relativeError()).isEqualTo(40 / 100.0 - 1);
        assertThat(Verification.checks(forecast(40), new ArmResult(arm(1)))).isEmpty();
    }

    @Test
    void theHighestRateIsCheckedWhereTheForecastHasOneAndTheArmIsValid() {
        ArmResult arm = new ArmResult(arm(1));
        arm.add(0, TrialFixtures.trial(TrialFixtures.client(1), Optional.empty()));

        assertThat(Verification.highestRate(withCeiling(3_000), arm))
                .hasValueSatisfying(check -> assertThat(check.relativeError()).isEqualTo(0.5));
        assertThat(Verification.highestRate(forecast(40), arm)).isEmpty();
        assertThat(Verification.highestRate(withCeiling(3_000), new ArmResult(arm(1))))
                .isEmpty();
        arm.failed("the broker ended");
        assertThat(Verification.highestRate(withCeiling(3_000), arm)).isEmpty();
    }

    private static Verdict verdict(double predicted, double claimed, double... rounds) {
        Optional<ConfidenceInterval> interval =
                rounds.length < 2 ? Optional.empty() : Optional.of(TrimmedMean.ofFew(rounds, 0.95));
        ArmResult.Figure measured = new ArmResult.Figure(
                DoubleStream.of(rounds).average().orElseThrow(),
                interval,
                DoubleStream.of(rounds).boxed().toList());
        return new Verification.Check(Metric.ACK_P50, predicted, claimed, measured).verdict();
    }

    private static Arm arm(int producers) {
        return new Arm(
                "an arm",
                Map.of(),
                new LoadSettings(
                        Map.of(),
                        producers,
                        1,
                        1,
                        1,
                        1,
                        Map.of(),
                        new LoadProfile.OpenLoop(RATE),
                        ConsumerSettings.one(ConsumerSettings.When.CONCURRENT)));
    }

    private static Forecast forecast(double recordsPerBatch) {
        return forecast(recordsPerBatch, Optional.empty());
    }

    private static Forecast withCeiling(double recordsPerSecond) {
        return forecast(40, Optional.of(new Forecast.Ceiling(recordsPerSecond, Forecast.Limit.PROCESSORS, Map.of())));
    }

    private static Forecast forecast(double recordsPerBatch, Optional<Forecast.Ceiling> ceiling) {
        return new Forecast(
                new ProducerSettings(Codec.parse("none"), 16_384, 100),
                RATE,
                recordsPerBatch,
                100 * recordsPerBatch,
                1,
                900,
                0.01,
                0,
                1,
                0,
                55,
                100 * RATE,
                Map.of(),
                60,
                110,
                ceiling);
    }

    private static TrialResult trial(double seconds, double recordsPerSecond) {
        Histogram nothing = new Histogram(3);
        return new TrialResult(
                new TrialResult.Window(
                        0.3,
                        seconds,
                        Math.round(recordsPerSecond * seconds),
                        0,
                        new JvmUsage(Map.of(), Optional.empty(), 0, 0),
                        Optional.empty(),
                        Optional.empty(),
                        0,
                        0,
                        Optional.empty(),
                        Optional.empty()),
                new TrialResult.Latencies(nothing, nothing, nothing, 0),
                Optional.empty(),
                Optional.of(new TopicContents(0, 0, 0, 0, 0, 0, Map.of())),
                Optional.empty(),
                new ProducerMetrics(0, 0, 0, 0, OptionalDouble.empty(), OptionalDouble.empty()),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                List.of());
    }
}
