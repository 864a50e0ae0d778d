package dev.squeeze.advice;

import java.util.OptionalDouble;

/**
 * What a recommendation may not exceed.
 *
 * @param maxLatencyMillis time that batching and compressing may add to a record
 * @param maxProducerCores busy cores of all producers together for building and compressing batches
 */
public record Limits(OptionalDouble maxLatencyMillis, OptionalDouble maxProducerCores) {}
