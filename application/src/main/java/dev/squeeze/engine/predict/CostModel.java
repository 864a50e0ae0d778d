package dev.squeeze.engine.predict;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * From a workload and a batch to bytes, cores and money, by the formulas of {@link CostFormula}.
 *
 * @param workload the traffic
 * @param prices the price list
 */
public record CostModel(Workload workload, Prices prices) {
    private static final double HOURS_PER_MONTH = 730;

    /** Little, so that what bounds an amount bounds it with both ratios. */
    private static final double BETTER_RATIO = 1.001;

    /** Estimates the resources of batches with the given fill, ratio and CPU nanoseconds for each uncompressed byte. */
    public ResourceEstimate estimate(
            BatchFill fill, double ratio, double compressNanosPerByte, double decompressNanosPerByte) {
        return estimate(fill, ratio, compressNanosPerByte, decompressNanosPerByte, decompressNanosPerByte);
    }

    /** The same where brokers and consumers take different times for a byte. */
    public ResourceEstimate estimate(
            BatchFill fill,
            double ratio,
            double producerNanosPerByte,
            double brokerNanosPerByte,
            double consumerNanosPerByte) {
        return estimate(fill, ratio, ratio, producerNanosPerByte, brokerNanosPerByte, consumerNanosPerByte);
    }

    /** The same where brokers store batches with another ratio than producers send them with. */
    ResourceEstimate estimate(
            BatchFill fill,
            double sentRatio,
            double ratio,
            double producerNanosPerByte,
            double brokerNanosPerByte,
            double consumerNanosPerByte) {
        Map<String, Double> inputs = new HashMap<>(CostFormula.inputs(workload, prices));
        inputs.putAll(CostFormula.inputs(
                workload, fill, sentRatio, ratio, producerNanosPerByte, brokerNanosPerByte, consumerNanosPerByte));
        Map<String, Double> values = CostFormula.evaluate(inputs);
        return new ResourceEstimate(
                value(values, "wire"),
                value(values, "wire_gb"),
                value(values, "zone_gb"),
                value(values, "disk_gb"),
                value(values, "producer_cores"),
                value(values, "broker_cores"),
                value(values, "consumer_cores"),
                value(values, "zone_money"),
                value(values, "disk_money"),
                value(values, "cpu_money"),
                further(values));
    }

    private static Optional<ResourceEstimate.Further> further(Map<String, Double> values) {
        ResourceEstimate.Further further = new ResourceEstimate.Further(
                value(values, "vendor_money"), value(values, "object_gb"), value(values, "object_money"));
        return further.equals(ResourceEstimate.Further.NONE) ? Optional.empty() : Optional.of(further);
    }

    /** The same cores for batches of another fill and ratio. */
    public ResourceEstimate withBytes(BatchFill fill, double ratio, ResourceEstimate cores) {
        return withBytes(fill, ratio, ratio, cores);
    }

    /** The same where brokers store batches with another ratio than producers send them with. */
    public ResourceEstimate withBytes(BatchFill fill, double sentRatio, double ratio, ResourceEstimate cores) {
        double uncompressed = workload.uncompressedBytesPerSecond();
        double brokerNanos = cores.brokerCores() * 1e9 / uncompressed;
        double read = workload.consumerGroups() * uncompressed;
        return estimate(
                fill,
                sentRatio,
                ratio,
                cores.producerCores() * 1e9 / uncompressed,
                brokerNanos,
                read == 0 ? brokerNanos : cores.consumerCores() * 1e9 / read);
    }

    /**
     * What of an amount is in inverse proportion to the compression ratio: nothing of what is billed by uncompressed bytes, and nothing of
     * disks that a number of bytes bounds.
     */
    public double byRatio(Prediction prediction, ToDoubleFunction<ResourceEstimate> amount) {
        double asPredicted = amount.applyAsDouble(atRatioTimes(1, prediction));
        double better = amount.applyAsDouble(atRatioTimes(BETTER_RATIO, prediction));
        double share = (1 - better / Math.max(Double.MIN_NORMAL, asPredicted)) * BETTER_RATIO / (BETTER_RATIO - 1);
        return Math.max(0, Math.min(1, share)) * amount.applyAsDouble(prediction.resources());
    }

    private ResourceEstimate atRatioTimes(double factor, Prediction prediction) {
        return withBytes(
                prediction.fill(),
                factor * prediction.sentRatio().orElse(prediction.ratio()),
                factor * prediction.ratio(),
                prediction.resources());
    }

    /** A busy core, while records come, for a month. */
    public double moneyPerCore() {
        return workload.activeShare().orElse(1) * prices.vcpuPerHour() * HOURS_PER_MONTH / prices.cpuUtilisation();
    }

    private static double value(Map<String, Double> values, String formula) {
        return Objects.requireNonNull(values.get(formula), formula);
    }
}
