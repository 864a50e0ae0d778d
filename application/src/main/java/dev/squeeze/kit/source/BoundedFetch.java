package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.BatchVisitor;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawAccessException;

/** Fetches for one reading of a topic: with a limit of bytes, at a limited rate, and with progress. */
final class BoundedFetch {
    /** What Kafka's consumer fetches from a partition at a time by default. */
    static final int MAX_BYTES_AT_A_TIME = 1 << 20;

    private final TieredLog log;
    private final ReadPace pace;
    private final RecordSource.ReadProgress progress;
    private final BatchNotices notices;
    private final BatchScanner scanner = new BatchScanner();
    private long limitBytes;
    private long expectedBytes;
    private long fetchedBytes;

    /** @param notices receives the places that brokers cannot read */
    BoundedFetch(
            TieredLog log, ReadPace pace, RecordSource.ReadProgress progress, BatchNotices notices, long limitBytes) {
        this.log = log;
        this.pace = pace;
        this.progress = progress;
        this.notices = notices;
        this.limitBytes = limitBytes;
        this.expectedBytes = limitBytes;
    }

    /** Raises the limit if batches are large, since a few batches say little about a topic. */
    void allowAtLeast(long bytes) {
        limitBytes = Math.max(limitBytes, bytes);
    }

    /** Sets how many more bytes are likely to be fetched, for the progress. */
    void expect(long moreBytes) {
        expectedBytes = Math.min(limitBytes, fetchedBytes + moreBytes);
    }

    long limitBytes() {
        return limitBytes;
    }

    long fetchedBytes() {
        return fetchedBytes;
    }

    long leftBytes() {
        return limitBytes - fetchedBytes;
    }

    boolean isUsedUp() {
        return fetchedBytes >= limitBytes;
    }

    /** @param maxBytes how much to fetch; a broker returns at least one whole batch */
    TieredLog.Answer from(PartitionId partition, long offset, long maxBytes) {
        showProgress();
        try {
            TieredLog.Answer answer =
                    log.read(partition, offset, (int) Math.max(1, Math.min(MAX_BYTES_AT_A_TIME, maxBytes)));
            if (answer instanceof TieredLog.Answer.Found found) {
                int bytes = found.bytes().remaining();
                fetchedBytes += bytes;
                pace.after(bytes, this::showProgress);
            }
            return answer;
        } catch (RawAccessException e) {
            if (!e.isOnlyThatPlace()) {
                throw e;
            }
            notices.add(place(partition, offset), "it is left out: " + e.getMessage(), 0);
            return new TieredLog.Answer.Unread();
        }
    }

    /** Visits the batches that are found, if any. */
    void scan(PartitionId partition, long offset, long maxBytes, BatchVisitor visitor) {
        if (from(partition, offset, maxBytes) instanceof TieredLog.Answer.Found found) {
            scanner.scan(found.bytes(), visitor);
        }
    }

    /** The place as text, for messages. */
    static String place(PartitionId partition, long offset) {
        return "partition " + partition + " at offset " + offset;
    }

    private void showProgress() {
        progress.at(Math.min(fetchedBytes, expectedBytes), expectedBytes);
    }
}
