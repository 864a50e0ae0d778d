package dev.squeeze.engine.measure;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * The cost of one direction, compression or decompression, on one core. The intervals' n counts rounds.
 *
 * @param mebibytesPerSecond uncompressed MiB of records per CPU second
 * @param nanosPerRecord CPU nanoseconds per record
 * @param allocatedBytesPerBatch bytes allocated by the JVM
 */
public record DirectionFigures(
        ConfidenceInterval mebibytesPerSecond,
        ConfidenceInterval nanosPerRecord,
        ConfidenceInterval allocatedBytesPerBatch) {}
