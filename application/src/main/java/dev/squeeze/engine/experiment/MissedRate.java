package dev.squeeze.engine.experiment;

import dev.squeeze.engine.load.LoadSettings;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An arm that did not keep up with its rate.
 *
 * @param arm its label
 * @param reached records/s that were acknowledged in the measured windows
 * @param dueRecordsPerSecond records/s that were due in the same time
 */
public record MissedRate(String arm, ArmResult.Figure reached, double dueRecordsPerSecond) {
    /**
     * An open loop did not keep up if it reached a smaller share of the due rate than this, beyond what the window's
     * edges may hide.
     */
    private static final double KEPT_UP = 0.99;

    /** Checks the arms whose results are valid. */
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
     * Records are acknowledged batch by batch, so a window may miss the records of its last batches: one batch per
     * producer and partition, but no more records than are due within {@code linger.ms}, since an arm that falls behind
     * makes larger batches.
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
