package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * What the codec of another client library makes of batches, next to Java's of the same name and level.
 *
 * @param codec with the level as Java's has it
 * @param recordBytesPerBatch uncompressed bytes of the batches' records, on average
 * @param bytes compressed bytes over Java's, headers not counted
 */
public record ClientQuotient(Codec codec, double recordBytesPerBatch, ConfidenceInterval bytes) {}
