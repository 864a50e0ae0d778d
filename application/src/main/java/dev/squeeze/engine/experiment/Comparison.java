package dev.squeeze.engine.experiment;

import dev.squeeze.kit.stats.PairedComparison;
import java.util.ArrayList;
import java.util.List;

/**
 * One arm compared with the baseline in one metric, paired by rounds.
 *
 * @param arm label of the arm
 * @param baseline label of the baseline
 * @param metric the metric that is compared
 * @param paired the arm relative to the baseline
 */
public record Comparison(String arm, String baseline, Metric metric, PairedComparison paired) {
    /** The metrics that matter for a decision about compression. Intervals of one arm hold simultaneously at 95 %. */
    public static final List<Metric> COMPARED = List.of(
            Metric.RECORDS_PER_SECOND,
            Metric.RATIO,
            Metric.PRODUCER_CPU,
            Metric.SERVICE_CPU,
            Metric.BROKER_CPU,
            Metric.CONSUMER_CPU,
            Metric.CONSUMER_RECORDS_PER_SECOND,
            Metric.ACK_P99,
            Metric.E2E_P99);

    /**
     * Compares all metrics that both have in at least {@link PairedComparison#MIN_ROUNDS} common rounds. Throughput is
     * omitted if it was given, and latency if it was not: in a closed loop, latency is the length of the queue.
     */
    static List<Comparison> of(ArmResult arm, ArmResult baseline, boolean openLoop) {
        List<Metric> metrics = COMPARED.stream()
                .filter(metric -> isMeaningful(metric, openLoop))
                .filter(metric -> pairs(arm, baseline, metric).size() >= PairedComparison.MIN_ROUNDS)
                .toList();
        List<Comparison> comparisons = new ArrayList<>();
        for (Metric metric : metrics) {
            List<double[]> pairs = pairs(arm, baseline, metric);
            comparisons.add(new Comparison(
                    arm.arm().label(),
                    baseline.arm().label(),
                    metric,
                    PairedComparison.of(
                            pairs.stream().mapToDouble(pair -> pair[0]).toArray(),
                            pairs.stream().mapToDouble(pair -> pair[1]).toArray(),
                            metrics.size())));
        }
        return comparisons;
    }

    private static boolean isMeaningful(Metric metric, boolean openLoop) {
        return switch (metric) {
            case RECORDS_PER_SECOND, CONSUMER_RECORDS_PER_SECOND -> !openLoop;
            default -> openLoop || !metric.needsRate();
        };
    }

    private static List<double[]> pairs(ArmResult arm, ArmResult baseline, Metric metric) {
        List<double[]> pairs = new ArrayList<>();
        for (int round : arm.roundNumbers()) {
            double own = arm.valueInRound(metric, round).orElse(0.0);
            double other = baseline.valueInRound(metric, round).orElse(0.0);
            if (own > 0 && other > 0) {
                pairs.add(new double[] {own, other});
            }
        }
        return pairs;
    }
}
