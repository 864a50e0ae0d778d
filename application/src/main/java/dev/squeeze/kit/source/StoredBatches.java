package dev.squeeze.kit.source;

import dev.squeeze.kit.format.CodecType;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Statistics of the batches of a log as stored, which show the current settings of producers as far as a log can. If
 * producers have changed their codec, means and shares are those of the batches since then. A log shows neither a
 * codec's level nor {@code batch.size} nor {@code linger.ms}.
 *
 * @param whole whether the whole log was read; otherwise stretches of it, drawn at random
 * @param codec the codec with the most uncompressed bytes
 * @param codecShare its share of uncompressed bytes, 0 to 1
 * @param batches number of data batches that were read and could be decompressed
 * @param recordsPerBatch mean records in a batch
 * @param recordBytesPerBatch mean uncompressed bytes of the records in a batch
 * @param ratio uncompressed over stored bytes, batch headers on both sides
 * @param gatheredMillis mean time from a batch's first record to its last, absent if producers did not set timestamps
 * @param recordsPerSecond mean rate of records sent to the whole log, by its oldest and newest timestamps, including
 *     records that compaction has removed; absent if these timestamps span no time
 * @param rateSeconds time between these timestamps; also absent in documents of earlier versions
 * @param partitions number of partitions of the topic, or for which segments were found
 * @param fetchedBytes bytes fetched from brokers; absent for files
 * @param newest newest timestamp in the whole log; absent if no record has one, and in documents of earlier versions
 * @param compactedShare share of the records sent since the oldest one that compaction has removed, 0 to 1; absent if
 *     hardly any were removed, and in documents of earlier versions
 * @param recordsPerTransaction mean records per partition in a transaction; absent unless {@linkplain
 *     TransactionCounts#endMostBatches() transactions end most batches}, and in documents of earlier versions
 * @param codecBefore codec of most bytes before producers changed it; absent if they did not, and in documents of earlier versions
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
        OptionalDouble recordsPerTransaction,
        Optional<CodecType> codecBefore) {

    /** The rate and the time span over which it was observed. */
    public Optional<ObservedRate> rate() {
        return recordsPerSecond.isPresent()
                ? Optional.of(new ObservedRate(recordsPerSecond.getAsDouble(), rateSeconds.orElse(0)))
                : Optional.empty();
    }
}
