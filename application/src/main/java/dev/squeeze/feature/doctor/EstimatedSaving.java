package dev.squeeze.feature.doctor;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * What a fix saves; a negative figure is what it costs. Fixes of one topic overlap: theirs do not add up.
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
        ConfidenceInterval moneyPerMonth) {}
