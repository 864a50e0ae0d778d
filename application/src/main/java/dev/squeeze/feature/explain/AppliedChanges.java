package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;

/**
 * Changes that save bytes and keep what records say, all at once.
 *
 * @param changes in words
 * @param savedBytesPerRecord stored bytes, measured of all at once: what each saves alone does not add up
 * @param savedShare of all stored bytes
 */
record AppliedChanges(
        List<String> changes, RecordEdit.OfEach edit, ConfidenceInterval savedBytesPerRecord, double savedShare) {}
