package dev.squeeze.kit.source;

import dev.squeeze.kit.format.CodecType;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The batches of a log as stored, before anything is made of their records: today's settings as far as a log
 * shows them. Where producers have changed their codec, means and shares are those of the batches since. A log shows neither a codec's level nor {@code batch.size} nor {@code linger.ms}.
 *
 * @param whole true where all of the log was read; otherwise stretches of it, drawn at random
 * @param codec the one with the most uncompressed bytes
 * @param codecShare its share of uncompressed bytes, 0 to 1
 * @param batches of data that were read and could be unpacked
 * @param recordsPerBatch their mean
 * @param recordBytesPerBatch mean uncompressed bytes of the records in a batch
 * @param ratio uncompressed over stored bytes, batch headers on both sides
 * @param gatheredMillis mean time from a batch's first record to its last, absent where producers did not set timestamps
 * @param recordsPerSecond that were sent to all of the log, by its oldest and newest timestamps, those that compaction has
 *     removed among them; absent where they span no time
 * @param rateSeconds between those timestamps; absent too in documents of earlier versions
 * @param partitions of the topic, or those that segments were found of
 * @param fetchedBytes from brokers; absent for files
 * @param newest timestamp of all of the log; absent where no record has one, and in documents of earlier versions
 * @param compactedShare of the records that were sent since the oldest, what compaction has removed, 0 to 1; absent where that is
 *     hardly any, and in documents of earlier versions
 * @param recordsPerTransaction mean records of a partition in a transaction; absent unless {@linkplain
 *     TransactionCounts#endMostBatches() transactions end most batches}, and in documents of earlier versions
 */
public record StoredBatches(
        boolean whole,
        CodecType codec,
        double codecShare,
        long batches,
        double recordsPerBatch,
        double recordBytesPerBatch,
        double ratio,
        OptionalDouble gatheredMillis,
        OptionalDouble recordsPerSecond,
        OptionalDouble rateSeconds,
        int partitions,
        OptionalLong fetchedBytes,
        Optional<Instant> newest,
        OptionalDouble compactedShare,
        OptionalDouble recordsPerTransaction) {

    /** The rate and how long it was seen for. */
    public Optional<ObservedRate> rate() {
        return recordsPerSecond.isPresent()
                ? Optional.of(new ObservedRate(recordsPerSecond.getAsDouble(), rateSeconds.orElse(0)))
                : Optional.empty();
    }
}
