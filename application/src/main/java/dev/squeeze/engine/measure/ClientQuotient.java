package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * Size of batches compressed by the codec of another client library, relative to Java's codec of the same name and
 * level.
 *
 * @param codec with the level as numbered in Java
 * @param recordBytesPerBatch mean uncompressed bytes of a batch's records
 * @param bytes compressed bytes relative to Java's, excluding headers
 */
public record ClientQuotient(Codec codec, double recordBytesPerBatch, ConfidenceInterval bytes) {}
