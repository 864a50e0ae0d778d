package dev.squeeze.feature.doctor;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * What a fix saves if it is the only change; negative figures are costs. Fixes of one topic overlap: their savings do
 * not add up.
 *
 * @param wireGigabytesPerMonth decimal gigabytes from the producers to the brokers
 * @param diskGigabytes decimal gigabytes on all replicas over the retention
 * @param cores busy cores of producers, brokers and consumers together; a rough figure from a brief measurement
 * @param moneyPerMonth money for zone traffic, disks and cores
 */
public record EstimatedSaving(
        ConfidenceInterval wireGigabytesPerMonth,
        ConfidenceInterval diskGigabytes,
        double cores,
        ConfidenceInterval moneyPerMonth) {
    /** For fewer cores no percentage is shown, since it would cause needless alarm. */
    private static final double MIN_CORES = 0.1;

    /** Whether the difference in cores is large enough to show a percentage. */
    boolean coresMatter() {
        return Math.abs(cores) >= MIN_CORES;
    }
}
