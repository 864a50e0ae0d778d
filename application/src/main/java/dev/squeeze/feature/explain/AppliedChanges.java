package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;

/**
 * All changes that save bytes without losing information, applied together.
 *
 * @param changes descriptions
 * @param savedBytesPerRecord stored bytes, measured with all of them applied: individual savings do not add up
 * @param savedShare share of all stored bytes
 */
record AppliedChanges(
        List<String> changes, RecordEdit.OfEach edit, ConfidenceInterval savedBytesPerRecord, double savedShare) {}
