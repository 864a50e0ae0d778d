package dev.squeeze.experiment;

import dev.squeeze.model.BatchFill;
import dev.squeeze.model.CostModel;
import dev.squeeze.model.CostRole;
import dev.squeeze.model.Forecast;
import dev.squeeze.model.Prediction;
import dev.squeeze.stats.ConfidenceInterval;
import dev.squeeze.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was foretold of settings beside what a live broker showed of them. */
public final class Verification {
    /** A broker that holds less of a rate than this does not hold it. */
    private static final double HELD = 0.97;

    private Verification() {}

    /**
     * One figure, foretold and measured.
     *
     * @param predictedRelativeHalfWidth of the interval that is claimed for the forecast
     */
    public record Check(Metric metric, double predicted, double predictedRelativeHalfWidth, ArmResult.Figure measured) {
        /** By how much the forecast is too high, over what was measured. */
        public double relativeError() {
            return predicted / measured.estimate() - 1;
        }

        /** Whether the two intervals touch. */
        public boolean agrees() {
            double low = predicted * (1 - predictedRelativeHalfWidth);
            double high = predicted * (1 + predictedRelativeHalfWidth);
            return measured.interval()
                    .map(interval -> low <= interval.high() && interval.low() <= high)
                    .orElse(low <= measured.estimate() && measured.estimate() <= high);
        }
    }

    /** Whether an arm sent what it was to send; figures of one that did not are those of another rate. */
    public static boolean heldRate(Forecast forecast, ArmResult arm) {
        return arm.estimate(Metric.RECORDS_PER_SECOND)
                .map(rate -> rate >= HELD * forecast.recordsPerSecond())
                .orElse(false);
    }

    /** Every figure that both have. */
    public static List<Check> checks(Forecast forecast, ArmResult arm) {
        List<Check> checks = new ArrayList<>();
        add(checks, arm, Metric.RECORDS_PER_BATCH, forecast.recordsPerBatch(), ForecastAccuracy.FILL);
        add(checks, arm, Metric.UNCOMPRESSED_BATCH_BYTES, forecast.uncompressedBatchBytes(), ForecastAccuracy.FILL);
        add(checks, arm, Metric.RATIO, forecast.ratio(), ForecastAccuracy.RATIO);
        add(
                checks,
                arm,
                Metric.WIRE_MIB_PER_SECOND,
                forecast.wireBytesPerSecond() / ByteCount.MIB,
                ForecastAccuracy.WIRE);
        cpu(checks, arm, Metric.PRODUCER_CPU, forecast.producerCpu());
        cpu(checks, arm, Metric.APPLICATION_CPU, forecast.cpu(CostRole.APPLICATION));
        cpu(checks, arm, Metric.PRODUCER_NETWORK_CPU, forecast.cpu(CostRole.SENDER));
        cpu(checks, arm, Metric.BROKER_CPU, forecast.brokerCpu());
        cpu(checks, arm, Metric.CONSUMER_CPU, forecast.consumerCpu());
        add(checks, arm, Metric.ACK_P50, forecast.ackMedianMillis(), ForecastAccuracy.LATENCY);
        add(checks, arm, Metric.ACK_P99, forecast.ackP99Millis(), ForecastAccuracy.LATENCY);
        return checks;
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
     * The prediction with what was measured in the place of what was foretold; what a trial does not show stays.
     *
     * @param payloadShare of keys and values in the uncompressed bytes of records
     * @return empty where batches, ratio or a CPU time were not visible
     */
    public static Optional<Prediction> measured(
            CostModel costs, Prediction predicted, ArmResult arm, double payloadShare) {
        Optional<Double> records = arm.estimate(Metric.RECORDS_PER_BATCH);
        Optional<Double> ratio = arm.estimate(Metric.RATIO);
        Optional<Double> producer = arm.estimate(Metric.PRODUCER_CPU);
        Optional<Double> broker = arm.estimate(Metric.BROKER_CPU);
        Optional<Double> consumer = arm.estimate(Metric.CONSUMER_CPU);
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
                relativeHalfWidth(arm, Metric.RATIO),
                relativeHalfWidth(arm, Metric.PRODUCER_CPU),
                costs.estimate(
                        fill,
                        ratio.get(),
                        producer.get() * payloadShare,
                        broker.get() * payloadShare,
                        consumer.get() * payloadShare),
                predicted.addedLatencyMillis(),
                predicted.beyondMeasured()));
    }

    private static double relativeHalfWidth(ArmResult arm, Metric metric) {
        return Optional.ofNullable(arm.figures().get(metric))
                .flatMap(ArmResult.Figure::interval)
                .map(ConfidenceInterval::relativeHalfWidth)
                .orElse(0.0);
    }
}
