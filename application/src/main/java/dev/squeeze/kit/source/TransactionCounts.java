package dev.squeeze.kit.source;

/**
 * Batches of a log by what transactions have to do with them. The end of a transaction sends what has gathered, whatever {@code linger.ms}
 * is (Kafka's {@code RecordAccumulator.ready}: a batch is sendable while a transaction completes).
 *
 * @param batches of data
 * @param transactional those of them in transactions
 * @param markers control batches, of which each partition that a transaction wrote to has one
 */
public record TransactionCounts(long batches, long transactional, long markers) {
    /** Whether most batches are in transactions that are over after hardly more than one of them, so that records do not wait for others. */
    public boolean endMostBatches() {
        return 2 * transactional > batches && 2 * markers > transactional;
    }
}
