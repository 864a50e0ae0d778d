package dev.squeeze.kit.source;

/**
 * Counts of batches in and outside transactions. The end of a transaction sends all open batches, whatever
 * {@code linger.ms} is (Kafka's {@code RecordAccumulator.ready}: a batch is sendable while a transaction completes).
 *
 * @param batches number of data batches
 * @param transactional number of these that are in transactions
 * @param markers number of control batches; each transaction writes one to each of its partitions
 */
public record TransactionCounts(long batches, long transactional, long markers) {
    /**
     * Whether most batches are in transactions that end after fewer than two batches per partition, so that batches are
     * not held back by {@code linger.ms}.
     */
    public boolean endMostBatches() {
        return 2 * transactional > batches && 2 * markers > transactional;
    }
}
