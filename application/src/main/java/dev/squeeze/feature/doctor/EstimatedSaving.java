package dev.squeeze.feature.doctor;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * What a fix saves where it is the only change; a negative figure is what it costs. Fixes of one topic overlap: their savings do
 * not add up.
 *
 * @param wireGigabytesPerMonth decimal gigabytes from the producers to the brokers
 * @param diskGigabytes decimal gigabytes on all replicas over the retention
 * @param cores busy cores of producers, brokers and consumers together; measured briefly, and rough
 * @param moneyPerMonth zone traffic, disks and cores
 */
public record EstimatedSaving(
        ConfidenceInterval wireGigabytesPerMonth,
        ConfidenceInterval diskGigabytes,
        double cores,
        ConfidenceInterval moneyPerMonth) {
    /** Of fewer cores no share is given: it would alarm for nothing. */
    private static final double MIN_CORES = 0.1;

    /** Whether the difference in cores is worth a share. */
    boolean coresMatter() {
        return Math.abs(cores) >= MIN_CORES;
    }
}
