package dev.squeeze.engine.predict;

/**
 * The batch that a producer achieves, as opposed to the one that is configured.
 *
 * @param recordsPerBatch mean records in a batch
 * @param recordBytesPerBatch their mean uncompressed bytes
 * @param full true where most batches are closed because they are full, before linger.ms is over
 * @param lingeredMillis how long the first record of a batch waits for others, on average
 */
public record BatchFill(double recordsPerBatch, double recordBytesPerBatch, boolean full, double lingeredMillis) {}
