package dev.squeeze.engine.predict;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * Converts a workload and a batch into bytes, cores and costs, using the formulas of {@link CostFormula}.
 *
 * @param workload the traffic
 * @param prices the price list
 */
public record CostModel(Workload workload, Prices prices) {
    private static final double HOURS_PER_MONTH = 730;

    /** Close to 1, so that the same limit applies to an amount with both ratios. */
    private static final double BETTER_RATIO = 1.001;

    /** Estimates the resources for batches with the given fill, ratio and CPU nanoseconds per uncompressed byte. */
    public ResourceEstimate estimate(
            BatchFill fill, double ratio, double compressNanosPerByte, double decompressNanosPerByte) {
        return estimate(fill, ratio, compressNanosPerByte, decompressNanosPerByte, decompressNanosPerByte);
    }

    /** The same if brokers and consumers need different CPU times per byte. */
    public ResourceEstimate estimate(
            BatchFill fill,
            double ratio,
            double producerNanosPerByte,
            double brokerNanosPerByte,
            double consumerNanosPerByte) {
        return estimate(fill, ratio, ratio, producerNanosPerByte, brokerNanosPerByte, consumerNanosPerByte);
    }

    /** The same if brokers store batches with another ratio than producers send them with. */
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

    /** The same cores for batches with another fill and ratio. */
    public ResourceEstimate withBytes(BatchFill fill, double ratio, ResourceEstimate cores) {
        return withBytes(fill, ratio, ratio, cores);
    }

    /** The same if brokers store batches with another ratio than producers send them with. */
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
     * The part of an amount that is inversely proportional to the compression ratio. Excludes whatever is billed by
     * uncompressed bytes, and disk usage that is limited by a number of bytes.
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

    /** Monthly cost of a core that is busy while records arrive. */
    public double moneyPerCore() {
        return workload.activeShare().orElse(1) * prices.vcpuPerHour() * HOURS_PER_MONTH / prices.cpuUtilisation();
    }

    private static double value(Map<String, Double> values, String formula) {
        return Objects.requireNonNull(values.get(formula), formula);
    }
}
