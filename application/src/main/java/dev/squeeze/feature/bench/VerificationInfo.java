package dev.squeeze.feature.bench;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.MachineDrift;
import dev.squeeze.engine.experiment.Verification;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Predicted figures, and what a live broker showed.
 *
 * @param cluster where it ran
 * @param load what was sent
 * @param rounds complete rounds
 * @param roundsLeftOut leading rounds that do not count
 * @param trialSeconds measured in each round of each setting
 * @param interrupted whether the user ended it early
 * @param failure why it ended early by itself
 * @param words what it comes to, in sentences
 * @param drift how the machine stood to its calibration; absent where that is not known
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
        Optional<DriftInfo> drift,
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
     * @param sharedRecords whether these take the records in turn; absent in older documents, where each sent all of them
     * @param roundTripMillis that the forecast assumes
     */
    public record LoadInfo(
            double recordsPerSecond,
            int producers,
            int ofProducers,
            Optional<Boolean> sharedRecords,
            int partitions,
            int brokers,
            int replicationFactor,
            double roundTripMillis) {}

    /**
     * How the machine's CPU times stood to those of its calibration, by some of its loads that were run between the settings.
     * The forecasts are of the machine as it was while they were run.
     *
     * @param work times what work took; of brokers and consumers alone where there is {@code producer}
     * @param wakeUp times what getting back to it after a rest took, of the same
     * @param loads that were run again
     * @param spread of the references around that, as a share: the root of their mean square
     * @param producer the same of producers that are another client's program; absent for Java's, which {@code work} and {@code wakeUp} include
     * @param references what it was taken from
     */
    public record DriftInfo(
            double work,
            @JsonAlias("rest") double wakeUp,
            int loads,
            double spread,
            Optional<ProducerDriftInfo> producer,
            List<ReferenceInfo> references) {
        public DriftInfo {
            references = List.copyOf(references);
        }

        public static DriftInfo of(MachineDrift drift) {
            return new DriftInfo(
                    drift.factors().work(),
                    drift.factors().wakeUp(),
                    drift.loads(),
                    drift.factors().spread(),
                    drift.ofProducer().map(own -> new ProducerDriftInfo(own.work(), own.wakeUp(), own.spread())),
                    drift.references().stream().map(ReferenceInfo::of).toList());
        }
    }

    /** {@link DriftInfo}'s figures of another client's producers. */
    public record ProducerDriftInfo(
            double work, @JsonAlias("rest") double wakeUp, double spread) {}

    /**
     * One role in one load of the calibration.
     *
     * @param role by {@link dev.squeeze.engine.predict.CostRole#key}
     * @param wakeUpShare of its CPU time, for getting back to work
     * @param calibratedNanos CPU time of a record at the calibration, less what made its trials expensive in all roles
     * @param nanos CPU time of a record now
     * @param rounds now
     */
    public record ReferenceInfo(
            String load,
            String role,
            @JsonAlias("restShare") double wakeUpShare,
            double calibratedNanos,
            double nanos,
            int rounds) {
        private static ReferenceInfo of(MachineDrift.Reference one) {
            return new ReferenceInfo(
                    one.load(), one.role().key(), one.wakeUpShare(), one.calibratedNanos(), one.nanos(), one.rounds());
        }
    }

    /**
     * Settings that were run.
     *
     * @param standing {@code recommended}, {@code today}, {@code best found} or {@code runner-up}
     * @param heldRate whether the records went through at the rate at which they were due; what a setting showed that did not
     *     is of another rate, and is not compared
     * @param predictedMoney what a month costs by the cost model, fed with the predicted CPU of whole roles; absent where CPU
     *     is not predicted
     * @param measuredMoney the same, fed with what was measured; absent where a CPU time was not visible
     * @param checks figure by figure
     * @param limit what bounds the highest rate; absent where that was not looked at
     * @param arm all that was measured
     */
    public record VerifiedInfo(
            String standing,
            ProducerSettings settings,
            boolean heldRate,
            OptionalDouble predictedMoney,
            OptionalDouble measuredMoney,
            List<CheckInfo> checks,
            Optional<LimitInfo> limit,
            ArmInfo arm) {
        public VerifiedInfo {
            checks = List.copyOf(checks);
        }

        public static VerifiedInfo of(
                String standing,
                ProducerSettings settings,
                boolean heldRate,
                Optional<Prediction> predicted,
                Optional<Prediction> measured,
                List<Verification.Check> checks,
                Optional<LimitInfo> limit,
                ArmResult arm) {
            return new VerifiedInfo(
                    standing,
                    settings,
                    heldRate,
                    money(predicted),
                    money(measured),
                    checks.stream().map(CheckInfo::of).toList(),
                    limit,
                    ArmInfo.of(arm));
        }

        private static OptionalDouble money(Optional<Prediction> prediction) {
            return prediction.stream()
                    .mapToDouble(known -> known.resources().money())
                    .findFirst();
        }
    }

    /**
     * What bounds the highest rate.
     *
     * @param predicted in words
     * @param measured in words, by what was busy or waited in the live run
     */
    public record LimitInfo(@JsonAlias("foretold") String predicted, String measured) {}

    /**
     * One figure.
     *
     * @param metric by {@link dev.squeeze.engine.experiment.Metric#key}
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
