package dev.squeeze.feature.calibrate;

import dev.squeeze.kit.unit.KebabCase;

/** Distinguishes the loads of a calibration that have the same codec. Calibration files contain these names. */
public enum LoadKind {
    UNTHROTTLED,
    HALF_RATE,
    LOW_RATE,
    /** Batches that are only closed by {@code linger.ms}. */
    LINGERING,
    SMALL_BATCHES,
    LARGE_BATCHES,
    SINGLE_RECORDS,
    KEYED,
    KEYED_UNTHROTTLED,
    KEYED_HALF_RATE,
    KEYED_LOW_RATE,
    KEYED_SINGLE_RECORDS,
    KEYED_MANY_BATCHES_PER_REQUEST,
    PARTITIONED_SMALL_BATCHES,
    PARTITIONED_LARGE_BATCHES,
    /**
     * Full batches, with which partial batches of other partitions are sent too: they show how fast the network thread
     * reacts.
     */
    PARTITIONED_PARTIAL_BATCHES,
    SMALL_RECORDS,
    SMALL_RECORDS_UNTHROTTLED,
    KILOBYTE_RECORDS,
    KILOBYTE_RECORDS_UNTHROTTLED,
    LARGE_RECORDS,
    LARGE_RECORDS_UNTHROTTLED;

    /** The name in documents, such as {@code low-rate}. */
    public String key() {
        return KebabCase.of(this);
    }
}
