package dev.squeeze.feature.watch;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was seen of a topic.
 *
 * @param all of the time that is reported
 * @param producers different producer ids in the row of the history that has the most; a producer that is started again has a
 *     new one
 * @param sampledBatches whose headers were read
 * @param recompressedShare of the records, those that brokers compressed again; absent without JMX
 * @param comparison before and after; absent where no change was named
 * @param promise of a plan; absent without one
 * @param overTime in the order of time, at most some hundred points
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
     * What passed in a time.
     *
     * @param records counted
     * @param recordsPerSecond while it was observed
     * @param storedBytesPerSecond of one replica
     * @param spanMillis from a batch's first record to its last; absent where brokers set the timestamps
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
     * Before against after; changes are after over before, less 1, at the same hours.
     *
     * @param bytes stored bytes per record
     * @param depth records per batch
     * @param span of batches, from the first record to the last
     * @param money per month at the rate of the time after; absent where the price list bills uncompressed bytes, or it is not
     *     known what the topic runs on
     * @param byDays whether the rhythm of days and weeks was allowed for
     * @param blocksBefore days, or shorter pieces
     * @param blocksAfter likewise
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
     * Money per month for bytes on the wire and on disks; on the wire alone for topics that delete nothing by age or size.
     *
     * @param before as it would be without the change
     * @param after as it is
     * @param change after less before
     */
    public record Money(double before, double after, ConfidenceInterval change) {}

    /**
     * What a plan promises, next to what came.
     *
     * @param codec that is planned
     * @param bytes planned change; absent in plans of earlier versions
     * @param money planned saving per month, at the rate of the survey; of cores too
     * @param bytesMoney planned change of money per month for bytes on the wire and on disks, at the rate after the change; absent
     *     where nothing is compared, or that money is not known
     * @param shareOfCodec of the records after the change, or of all where none was named, those in the planned codec
     */
    public record Promise(
            String codec,
            Optional<ConfidenceInterval> bytes,
            ConfidenceInterval money,
            Optional<ConfidenceInterval> bytesMoney,
            double shareOfCodec) {}

    /** A piece of time. */
    public record Point(Instant at, double recordsPerSecond, double bytesPerRecord, double recordsPerBatch) {}
}
