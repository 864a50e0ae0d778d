package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.LoadSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An arm that did not keep up with its rate.
 *
 * @param arm its label
 * @param reached records/s that were acknowledged while it was measured
 * @param dueRecordsPerSecond what was due meanwhile
 */
public record MissedRate(String arm, ArmResult.Figure reached, double dueRecordsPerSecond) {
    /** An open loop that reaches less of what was due than this, and than what a window's edges hide, did not keep up. */
    private static final double KEPT_UP = 0.99;

    /** Of the arms whose figures may be used. */
    public static List<MissedRate> of(List<ArmResult> arms) {
        return arms.stream()
                .filter(ArmResult::isValid)
                .flatMap(arm -> of(arm).stream())
                .toList();
    }

    private static Optional<MissedRate> of(ArmResult arm) {
        OptionalDouble due = arm.dueRecordsPerSecond();
        ArmResult.Figure reached = arm.figures().get(Metric.RECORDS_PER_SECOND);
        if (due.isEmpty() || reached == null) {
            return Optional.empty();
        }
        double wanted = due.getAsDouble();
        return reached.estimate() < KEPT_UP * wanted - atTheEdges(arm, wanted)
                ? Optional.of(new MissedRate(arm.arm().label(), reached, wanted))
                : Optional.empty();
    }

    /**
     * Records are acknowledged a batch at a time, so a window may miss what its last batches hold: one for each partition of
     * a producer, and of these no more than is due within {@code linger.ms}, since an arm that falls behind makes larger ones.
     */
    private static double atTheEdges(ArmResult arm, double dueRecordsPerSecond) {
        LoadSettings settings = arm.arm().settings();
        double inBatches = arm.estimate(Metric.RECORDS_PER_BATCH).orElse(0.0)
                * settings.producers()
                * settings.topics()
                * settings.partitions();
        double lingering = dueRecordsPerSecond * settings.lingerMillis() / 1e3;
        return Math.min(inBatches, lingering) / arm.roundSeconds().orElse(1);
    }
}
