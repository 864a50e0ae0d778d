package dev.squeeze.feature.calibrate;

import dev.squeeze.kit.unit.KebabCase;

/** What distinguishes one load of a calibration from others with the same codec. Calibration files hold these names. */
public enum LoadKind {
    UNTHROTTLED,
    HALF_RATE,
    LOW_RATE,
    /** Batches that only their linger closes. */
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
    /** Full batches that take along what other partitions have gathered: they show how fast the network thread reacts. */
    PARTITIONED_PARTIAL_BATCHES,
    SMALL_RECORDS,
    SMALL_RECORDS_UNTHROTTLED,
    KILOBYTE_RECORDS,
    KILOBYTE_RECORDS_UNTHROTTLED,
    LARGE_RECORDS,
    LARGE_RECORDS_UNTHROTTLED;

    /** As documents have it, such as {@code low-rate}. */
    public String key() {
        return KebabCase.of(this);
    }
}
