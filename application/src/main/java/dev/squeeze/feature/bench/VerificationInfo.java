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
 * Predicted figures, compared with those measured on a live broker.
 *
 * @param cluster cluster that it ran on
 * @param load the load
 * @param rounds complete rounds
 * @param roundsLeftOut leading rounds that are not counted
 * @param trialSeconds measured time of each setting in each round
 * @param interrupted whether the user ended it early
 * @param failure why it ended early because of an error
 * @param words conclusions, in sentences
 * @param drift how the machine's CPU times compared with its calibration; absent if unknown
 * @param runs results of the settings that were run, the recommended ones first
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
     * The load. Of many producers only some are run, with their share of the rate.
     *
     * @param recordsPerSecond rate of the producers that ran
     * @param ofProducers number of producers that the advice is for
     * @param sharedRecords whether the producers that ran shared the records among them; absent in older documents,
     *     where each sent all of them
     * @param roundTripMillis round trip that the forecast assumes
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
     * How the machine's CPU times compared with those of its calibration, measured by running some of the calibration's
     * loads between the settings. The forecasts are adjusted to the machine's state during that time.
     *
     * @param work factor of the CPU time of work; only of brokers and consumers if {@code producer} is present
     * @param wakeUp factor of the CPU time of resuming work after an idle period, for the same roles
     * @param loads number of loads that were run again
     * @param spread relative deviation of the references from these factors, as the root mean square
     * @param producer factors of another client's producers; absent for Java's, which {@code work} and {@code wakeUp}
     *     include
     * @param references measurements behind the factors
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

    /** The factors of {@link DriftInfo} for another client's producers. */
    public record ProducerDriftInfo(
            double work, @JsonAlias("rest") double wakeUp, double spread) {}

    /**
     * One role in one load of the calibration.
     *
     * @param role by {@link dev.squeeze.engine.predict.CostRole#key}
     * @param wakeUpShare share of its CPU time for resuming work after an idle period
     * @param calibratedNanos CPU time per record at the calibration, without the deviation that all roles of the load
     *     shared
     * @param nanos CPU time per record now
     * @param rounds number of rounds now
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
     * Results of settings that were run.
     *
     * @param standing {@code recommended}, {@code today}, {@code best found} or {@code runner-up}
     * @param heldRate whether records were sent at the rate at which they were due; otherwise the figures belong to
     *     another rate and are not compared
     * @param predictedMoney monthly cost by the cost model with the predicted CPU of whole roles; absent if CPU is not
     *     predicted
     * @param measuredMoney monthly cost with the measured CPU; absent if a CPU time was not visible
     * @param checks figure by figure
     * @param limit what limits the highest rate; absent if not examined
     * @param arm all measured figures
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
     * What limits the highest rate.
     *
     * @param predicted in words
     * @param measured in words, according to which threads were busy or waited in the live run
     */
    public record LimitInfo(@JsonAlias("foretold") String predicted, String measured) {}

    /**
     * Predicted and measured value of one figure.
     *
     * @param metric by {@link dev.squeeze.engine.experiment.Metric#key}
     * @param predictedLow lower end of the forecast's interval
     * @param measuredLow lower end of the 95 % interval over rounds; absent for a single round
     * @param n rounds
     * @param relativeError relative error of the forecast: 0.1 if it is 10 % too high
     * @param verdict verdict on the forecast, according to the two intervals
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
