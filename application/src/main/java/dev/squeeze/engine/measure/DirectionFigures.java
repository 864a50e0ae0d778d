package dev.squeeze.engine.measure;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * What one direction, compressing or decompressing, costs one core. n of the intervals counts rounds.
 *
 * @param mebibytesPerSecond uncompressed MiB of records per CPU second
 * @param nanosPerRecord CPU nanoseconds per record
 * @param allocatedBytesPerBatch bytes that the JVM allocated on the way
 */
public record DirectionFigures(
        ConfidenceInterval mebibytesPerSecond,
        ConfidenceInterval nanosPerRecord,
        ConfidenceInterval allocatedBytesPerBatch) {}
