package dev.squeeze.engine.experiment;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.engine.predict.BatchFill;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.Forecast;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.StudentT;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;

/** Compares what was predicted for settings with what a live broker measured. */
public final class Verification {
    /**
     * A broker that achieves a smaller share of the rate than this, beyond what the window's edges may hide, does not
     * keep up.
     */
    private static final double HELD = 0.97;

    /**
     * An interval that extends further than this share of its estimate to either side matches nearly every forecast.
     */
    private static final double MAX_CONCLUSIVE_HALF_WIDTH = 0.5;

    /**
     * If the measured interval is wider, it could not have shown that a forecast is off by this share, so it confirms
     * nothing.
     */
    private static final double MAX_MATCHING_HALF_WIDTH = 0.15;

    private Verification() {}

    /** Result of comparing a figure with its forecast. */
    public enum Verdict {
        /** The two intervals overlap, and the measured one is narrow enough to have shown a mismatch. */
        @JsonAlias("agrees")
        MATCH("match"),
        /** The two intervals do not overlap. */
        @JsonAlias("apart")
        MISMATCH("mismatch"),
        /** There are too few rounds, or they differ too much, to decide. */
        @JsonAlias("cannot-be-told")
        INCONCLUSIVE("inconclusive");

        private final String words;

        Verdict(String words) {
            this.words = words;
        }

        /** As shown in tables. */
        public String words() {
            return words;
        }
    }

    /**
     * One figure, predicted and measured.
     *
     * @param predictedRelativeHalfWidth relative half width of the interval claimed for the forecast
     */
    public record Check(Metric metric, double predicted, double predictedRelativeHalfWidth, ArmResult.Figure measured) {
        /** Relative error of the forecast; positive if it is too high. */
        public double relativeError() {
            return predicted / measured.estimate() - 1;
        }

        /**
         * Whether the two intervals overlap. Inconclusive if there is no measured interval, as with a single round, or
         * if either interval is so wide that it overlaps with anything.
         */
        public Verdict verdict() {
            double low = predicted * (1 - predictedRelativeHalfWidth);
            double high = predicted * (1 + predictedRelativeHalfWidth);
            return measured.interval()
                    .filter(interval -> Math.max(interval.relativeHalfWidth(), predictedRelativeHalfWidth)
                            <= MAX_CONCLUSIVE_HALF_WIDTH)
                    .map(interval -> low <= interval.high() && interval.low() <= high
                            ? touching(interval.relativeHalfWidth())
                            : Verdict.MISMATCH)
                    .orElse(Verdict.INCONCLUSIVE);
        }
    }

    private static Verdict touching(double measuredHalfWidth) {
        return measuredHalfWidth <= MAX_MATCHING_HALF_WIDTH ? Verdict.MATCH : Verdict.INCONCLUSIVE;
    }

    /**
     * Whether an arm achieved its rate; the figures of an arm that did not belong to another rate. Records are
     * acknowledged batch by batch, so a window may miss one batch per producer that was due in it: with a long linger
     * at a low rate this is far more than the tolerated share. Batches are assumed to have the predicted size, since an
     * arm that falls behind makes larger ones.
     */
    public static boolean heldRate(Forecast forecast, ArmResult arm) {
        return heldRate(forecast.recordsPerSecond(), forecast.recordsPerBatch(), arm);
    }

    /** The same for a rate and a batch size from another source than a forecast. */
    public static boolean heldRate(double recordsPerSecond, double recordsPerBatch, ArmResult arm) {
        Optional<Double> rate = arm.estimate(Metric.RECORDS_PER_SECOND);
        OptionalDouble seconds = arm.roundSeconds();
        if (rate.isEmpty() || seconds.isEmpty()) {
            return false;
        }
        double atTheEdges = arm.arm().settings().producers() * recordsPerBatch / seconds.getAsDouble();
        return rate.get() > 0 && rate.get() >= HELD * recordsPerSecond - atTheEdges;
    }

    /** Checks of all figures that both have. */
    public static List<Check> checks(Forecast forecast, ArmResult arm) {
        List<Check> checks = new ArrayList<>();
        double ofFill = andChance(ForecastAccuracy.FILL, forecast.recordsPerBatchRelativeError());
        add(checks, arm, Metric.RECORDS_PER_BATCH, forecast.recordsPerBatch(), ofFill);
        add(checks, arm, Metric.UNCOMPRESSED_BATCH_BYTES, forecast.uncompressedBatchBytes(), ofFill);
        add(
                checks,
                arm,
                Metric.RATIO,
                forecast.ratio(),
                andChance(ForecastAccuracy.RATIO, forecast.ratioRelativeError()));
        add(
                checks,
                arm,
                Metric.WIRE_MIB_PER_SECOND,
                forecast.wireBytesPerSecond() / ByteCount.MIB,
                andChance(ForecastAccuracy.WIRE, forecast.ratioRelativeError()));
        cpu(checks, arm, Metric.PRODUCER_CPU, forecast.producerCpu());
        cpu(checks, arm, Metric.APPLICATION_CPU, forecast.cpu(CostRole.APPLICATION));
        cpu(checks, arm, Metric.PRODUCER_NETWORK_CPU, forecast.cpu(CostRole.SENDER));
        cpu(checks, arm, Metric.BROKER_CPU, forecast.brokerCpu());
        cpu(checks, arm, Metric.CONSUMER_CPU, forecast.consumerCpu());
        add(checks, arm, Metric.ACK_P50, forecast.ackMedianMillis(), ForecastAccuracy.LATENCY);
        add(checks, arm, Metric.ACK_P99, forecast.ackP99Millis(), ForecastAccuracy.LATENCY);
        return checks;
    }

    /** If producers differ randomly, the claimed accuracy is no better than their spread. */
    private static double andChance(double claimed, double relativeError) {
        return Math.max(claimed, StudentT.NORMAL_95 * relativeError);
    }

    /**
     * Check of the highest rate, if both are known.
     *
     * @param unbounded an arm with the same settings that sent unthrottled
     */
    public static Optional<Check> highestRate(Forecast forecast, ArmResult unbounded) {
        ArmResult.Figure measured = unbounded.isValid() ? unbounded.figures().get(Metric.RECORDS_PER_SECOND) : null;
        return measured == null
                ? Optional.empty()
                : forecast.ceiling()
                        .map(ceiling -> new Check(
                                Metric.HIGHEST_RATE,
                                ceiling.recordsPerSecond(),
                                ForecastAccuracy.HIGHEST_RATE,
                                measured));
    }

    private static void cpu(List<Check> checks, ArmResult arm, Metric metric, Optional<Double> seconds) {
        seconds.ifPresent(value -> add(checks, arm, metric, value, ForecastAccuracy.CPU));
    }

    private static void add(List<Check> checks, ArmResult arm, Metric metric, double predicted, double halfWidth) {
        ArmResult.Figure measured = arm.figures().get(metric);
        if (measured != null && measured.estimate() > 0) {
            checks.add(new Check(metric, predicted, halfWidth, measured));
        }
    }

    /**
     * Returns the prediction with measured values in place of predicted ones; values that a trial does not measure
     * stay.
     *
     * @param payloadShare of keys and values in the uncompressed bytes of records
     * @return empty if batches, ratio or a CPU time were not measured
     */
    public static Optional<Prediction> measured(
            CostModel costs, Prediction predicted, ArmResult arm, double payloadShare) {
        return measured(
                costs,
                predicted,
                arm::estimate,
                relativeHalfWidth(arm, Metric.RATIO),
                relativeHalfWidth(arm, Metric.PRODUCER_CPU),
                payloadShare);
    }

    /**
     * Returns the prediction with the predicted CPU of whole roles, as measured in a live run, and not only of the
     * codec, so that it is comparable with measured costs.
     *
     * @param payloadShare of keys and values in the uncompressed bytes of records
     * @return empty without the machine's costs
     */
    public static Optional<Prediction> ofWholeRoles(
            CostModel costs, Prediction predicted, Forecast forecast, double payloadShare) {
        return measured(
                costs,
                predicted,
                metric -> switch (metric) {
                    case RECORDS_PER_BATCH -> Optional.of(forecast.recordsPerBatch());
                    case RATIO -> Optional.of(forecast.ratio());
                    case PRODUCER_CPU -> forecast.producerCpu();
                    case BROKER_CPU -> forecast.brokerCpu();
                    case CONSUMER_CPU -> forecast.consumerCpu();
                    default -> Optional.empty();
                },
                0,
                0,
                payloadShare);
    }

    /**
     * Like {@link #measured(CostModel, Prediction, ArmResult, double)} for each round that counts, by its number. Half
     * widths are 0: a single round has none.
     *
     * @param payloadShare of keys and values in the uncompressed bytes of records
     * @return without the rounds in which batches, ratio or a CPU time were not measured
     */
    public static SortedMap<Integer, Prediction> measuredByRound(
            CostModel costs, Prediction predicted, ArmResult arm, double payloadShare) {
        SortedMap<Integer, Prediction> rounds = new TreeMap<>();
        for (int number : arm.roundNumbers()) {
            measured(costs, predicted, metric -> arm.valueInRound(metric, number), 0, 0, payloadShare)
                    .ifPresent(prediction -> rounds.put(number, prediction));
        }
        return rounds;
    }

    private static Optional<Prediction> measured(
            CostModel costs,
            Prediction predicted,
            Function<Metric, Optional<Double>> value,
            double ratioRelativeHalfWidth,
            double speedRelativeHalfWidth,
            double payloadShare) {
        Optional<Double> records = value.apply(Metric.RECORDS_PER_BATCH);
        Optional<Double> ratio = value.apply(Metric.RATIO);
        Optional<Double> producer = value.apply(Metric.PRODUCER_CPU);
        Optional<Double> broker = value.apply(Metric.BROKER_CPU);
        Optional<Double> consumer = value.apply(Metric.CONSUMER_CPU);
        if (records.isEmpty() || ratio.isEmpty() || producer.isEmpty() || broker.isEmpty() || consumer.isEmpty()) {
            return Optional.empty();
        }
        BatchFill fill = new BatchFill(
                records.get(),
                records.get() * costs.workload().recordBytes(),
                predicted.fill().full(),
                predicted.fill().lingeredMillis());
        // Seconds for a GB of payload are nanoseconds for a byte of it.
        return Optional.of(new Prediction(
                predicted.settings(),
                fill,
                ratio.get(),
                ratioRelativeHalfWidth,
                speedRelativeHalfWidth,
                costs.estimate(
                        fill,
                        ratio.get(),
                        producer.get() * payloadShare,
                        broker.get() * payloadShare,
                        consumer.get() * payloadShare),
                predicted.addedLatencyMillis(),
                predicted.simulated()));
    }

    private static double relativeHalfWidth(ArmResult arm, Metric metric) {
        return Optional.ofNullable(arm.figures().get(metric))
                .flatMap(ArmResult.Figure::interval)
                .map(ConfidenceInterval::relativeHalfWidth)
                .orElse(0.0);
    }
}
