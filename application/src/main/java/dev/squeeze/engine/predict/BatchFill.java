package dev.squeeze.engine.predict;

/**
 * The batches that a producer actually forms, as opposed to the configured limits.
 *
 * @param recordsPerBatch mean number of records in a batch
 * @param recordBytesPerBatch mean uncompressed bytes of the records in a batch
 * @param full whether most batches are closed because they are full, before linger.ms expires
 * @param lingeredMillis mean time that the first record of a batch waits for further records
 */
public record BatchFill(double recordsPerBatch, double recordBytesPerBatch, boolean full, double lingeredMillis) {}
