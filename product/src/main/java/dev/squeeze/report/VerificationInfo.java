package dev.squeeze.report;

import dev.squeeze.experiment.ArmResult;
import dev.squeeze.experiment.Verification;
import dev.squeeze.model.Prediction;
import dev.squeeze.model.ProducerSettings;
import dev.squeeze.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was foretold beside what a live broker showed.
 *
 * @param cluster where it ran
 * @param load what was sent
 * @param rounds complete rounds
 * @param roundsLeftOut leading rounds that do not count
 * @param trialSeconds measured in each round of each setting
 * @param interrupted whether the user ended it early
 * @param failure why it ended early by itself
 * @param words what it comes to, in sentences
 * @param runs settings that were run, the recommended ones first
 */
public record VerificationInfo(
        ClusterInfo cluster,
        LoadInfo load,
        int rounds,
        int roundsLeftOut,
        double trialSeconds,
        boolean interrupted,
        Optional<String> failure,
        List<String> words,
        List<VerifiedInfo> runs) {
    public VerificationInfo {
        words = List.copyOf(words);
        runs = List.copyOf(runs);
    }

    /**
     * The load; of many producers some are run, with their share of the rate.
     *
     * @param recordsPerSecond of the producers that ran
     * @param ofProducers how many the advice is for
     * @param roundTripMillis that the forecast reckons with
     */
    public record LoadInfo(
            double recordsPerSecond,
            int producers,
            int ofProducers,
            int partitions,
            int brokers,
            int replicationFactor,
            double roundTripMillis) {}

    /**
     * Settings that were run.
     *
     * @param standing {@code recommended}, {@code today}, {@code best found} or {@code runner-up}
     * @param heldRate whether the records went through at the rate at which they were due; what a setting showed that did not
     *     is of another rate, and is not compared
     * @param measuredMoney what a month costs by the cost model, fed with what was measured; absent where a CPU time was not
     *     visible
     * @param checks figure by figure
     * @param limit what bounds the highest rate; absent where that was not looked at
     * @param arm all that was measured
     */
    public record VerifiedInfo(
            String standing,
            ProducerSettings settings,
            boolean heldRate,
            double predictedMoney,
            OptionalDouble measuredMoney,
            List<CheckInfo> checks,
            Optional<LimitInfo> limit,
            ArmInfo arm) {
        public VerifiedInfo {
            checks = List.copyOf(checks);
        }

        public static VerifiedInfo of(
                String standing,
                Prediction predicted,
                boolean heldRate,
                Optional<Prediction> measured,
                List<Verification.Check> checks,
                Optional<LimitInfo> limit,
                ArmResult arm) {
            return new VerifiedInfo(
                    standing,
                    predicted.settings(),
                    heldRate,
                    predicted.resources().money(),
                    measured.map(seen -> OptionalDouble.of(seen.resources().money()))
                            .orElse(OptionalDouble.empty()),
                    checks.stream().map(CheckInfo::of).toList(),
                    limit,
                    ArmInfo.of(arm));
        }
    }

    /**
     * What bounds the highest rate.
     *
     * @param foretold in words
     * @param measured in words, by what was busy or waited in the live run
     */
    public record LimitInfo(String foretold, String measured) {}

    /**
     * One figure.
     *
     * @param metric by {@link dev.squeeze.experiment.Metric#key}
     * @param predictedLow lower end of the interval that is claimed for the forecast
     * @param measuredLow of the interval at 95 % over rounds; absent for a single round
     * @param n rounds
     * @param relativeError of the forecast: 0.1 where it is a tenth too high
     * @param verdict what the two intervals say of the forecast
     */
    public record CheckInfo(
            String metric,
            String unit,
            double predicted,
            double predictedLow,
            double predictedHigh,
            double measured,
            OptionalDouble measuredLow,
            OptionalDouble measuredHigh,
            int n,
            double relativeError,
            Verification.Verdict verdict) {
        static CheckInfo of(Verification.Check check) {
            Optional<ConfidenceInterval> interval = check.measured().interval();
            return new CheckInfo(
                    check.metric().key(),
                    check.metric().unit(),
                    check.predicted(),
                    check.predicted() * (1 - check.predictedRelativeHalfWidth()),
                    check.predicted() * (1 + check.predictedRelativeHalfWidth()),
                    check.measured().estimate(),
                    interval.map(known -> OptionalDouble.of(known.low())).orElse(OptionalDouble.empty()),
                    interval.map(known -> OptionalDouble.of(known.high())).orElse(OptionalDouble.empty()),
                    check.measured().rounds().size(),
                    check.relativeError(),
                    check.verdict());
        }
    }
}
