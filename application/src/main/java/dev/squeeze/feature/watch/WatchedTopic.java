package dev.squeeze.feature.watch;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Figures of a watched topic.
 *
 * @param all traffic of the whole reported period
 * @param producers distinct producer IDs in the row of the history that has the most; a restarted producer has a new
 *     one
 * @param sampledBatches number of batches whose headers were read
 * @param recompressedShare share of the records that brokers recompressed; absent without JMX
 * @param comparison of before and after; absent without {@code --change-at}
 * @param promise prediction of the plan; absent without one
 * @param overTime at most a few hundred points, oldest first
 */
public record WatchedTopic(
        String topic,
        Traffic all,
        int producers,
        long sampledBatches,
        OptionalDouble recompressedShare,
        Optional<Comparison> comparison,
        Optional<Promise> promise,
        List<Point> overTime) {
    public WatchedTopic {
        overTime = List.copyOf(overTime);
    }

    /**
     * Traffic in a period.
     *
     * @param records counted by offsets
     * @param recordsPerSecond over the observed time
     * @param storedBytesPerSecond in one replica
     * @param spanMillis mean time from a batch's first record to its last; absent if brokers set the timestamps
     */
    public record Traffic(
            long records,
            double recordsPerSecond,
            double storedBytesPerSecond,
            double bytesPerRecord,
            double recordsPerBatch,
            OptionalDouble spanMillis,
            List<CodecShare> codecs) {
        public Traffic {
            codecs = List.copyOf(codecs);
        }
    }

    /** A codec's shares of records and of stored bytes, 0 to 1. */
    public record CodecShare(
            String codec,
            @JsonAlias("ofRecords") double recordShare,
            @JsonAlias("ofBytes") double byteShare) {}

    /**
     * Comparison of before and after; changes are after / before - 1, at the same hours.
     *
     * @param bytes stored bytes per record
     * @param depth records per batch
     * @param span of batches, from the first record to the last
     * @param money per month at the rate after the change; absent if the price list bills uncompressed bytes, or if the
     *     topic's partitions, replicas and settings are not known
     * @param byDays whether daily and weekly patterns were taken into account
     * @param blocksBefore number of days, or of shorter time slices
     * @param blocksAfter number of days, or of shorter time slices
     */
    public record Comparison(
            Traffic before,
            Traffic after,
            Verdict verdict,
            Optional<ConfidenceInterval> bytes,
            Optional<ConfidenceInterval> depth,
            Optional<ConfidenceInterval> span,
            Optional<Money> money,
            boolean byDays,
            int blocksBefore,
            int blocksAfter) {}

    /**
     * Money per month for bytes on the wire and on disks; only on the wire for topics that delete nothing by age or
     * size.
     *
     * @param before without the change, at the rate after it
     * @param after as measured
     * @param change after - before
     */
    public record Money(double before, double after, ConfidenceInterval change) {}

    /**
     * The prediction of a plan for a topic.
     *
     * @param codec planned codec
     * @param bytes planned change of stored bytes per record; absent in plans of earlier versions
     * @param money planned saving per month, at the rate of the survey, including cores
     * @param bytesMoney planned change of money per month for bytes on the wire and on disks, at the rate after the
     *     change; absent without a comparison, or if that money is unknown
     * @param shareOfCodec share of records in the planned codec, after the change or, without {@code --change-at}, of
     *     all records
     */
    public record Promise(
            String codec,
            Optional<ConfidenceInterval> bytes,
            ConfidenceInterval money,
            Optional<ConfidenceInterval> bytesMoney,
            double shareOfCodec) {}

    /** Averages of a piece of time. */
    public record Point(Instant at, double recordsPerSecond, double bytesPerRecord, double recordsPerBatch) {}
}
