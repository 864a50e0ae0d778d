package dev.squeeze.inspect;

import dev.squeeze.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the segments of one or more partitions hold. Counts are exact, by the batches' headers; what only unpacked batches
 * can tell is in {@code sample}. Control batches count in {@code controlBatches}, {@code storedBytes} and offsets alone.
 *
 * @param segments files
 * @param batches batches of data
 * @param records records in them, by the headers' counts
 * @param storedBytes bytes of all batches, compressed as they lie
 * @param codecs by bytes, the largest first
 * @param spans how the codecs changed over time, at most {@link TimeSpans#MOST_SPANS}, the oldest first
 * @param recordsPerBatch over batches of data
 * @param batchBytes stored bytes over batches of data
 * @param singleRecordShare share of batches with one record, 0 to 1
 * @param recordsPerSecond mean between the oldest and the newest timestamp, absent where they span no time
 * @param producers who wrote the batches
 * @param transactionalBatches batches of data in transactions
 * @param controlBatches batches of a broker's own markers
 * @param logAppendTimeBatches batches of data whose timestamps the broker set
 * @param holes what compaction or transactions left out of the offsets
 * @param oldest timestamp, absent where no batch has one
 * @param newest timestamp, absent where no batch has one
 * @param ratio uncompressed over stored bytes of all data, absent where too few batches could be unpacked
 * @param sample what the unpacked batches showed, absent where there were none
 * @param partitions the largest by bytes, at most {@link #MOST_PARTITIONS}
 * @param partitionCount partitions in all
 */
public record TopicProfile(
        long segments,
        long batches,
        long records,
        long storedBytes,
        List<CodecShare> codecs,
        List<Span> spans,
        Distribution recordsPerBatch,
        Distribution batchBytes,
        double singleRecordShare,
        OptionalDouble recordsPerSecond,
        Producers producers,
        long transactionalBatches,
        long controlBatches,
        long logAppendTimeBatches,
        OffsetHoles holes,
        Optional<Instant> oldest,
        Optional<Instant> newest,
        Optional<ConfidenceInterval> ratio,
        Optional<UnpackedSample> sample,
        List<Partition> partitions,
        int partitionCount) {
    public static final int MOST_PARTITIONS = 20;

    public TopicProfile {
        codecs = List.copyOf(codecs);
        spans = List.copyOf(spans);
        partitions = List.copyOf(partitions);
    }

    /**
     * One codec's part.
     *
     * @param codec its name, or such as {@code unknown-5}
     * @param ratio uncompressed over stored bytes, estimated from unpacked batches
     */
    public record CodecShare(
            String codec, long storedBytes, long records, long batches, Optional<ConfidenceInterval> ratio) {}

    /**
     * A stretch of time by the batches' newest timestamps.
     *
     * @param from its beginning
     * @param seconds its length
     * @param storedBytes bytes of data in it
     * @param codecs by bytes, the largest first
     */
    public record Span(Instant from, double seconds, long storedBytes, List<SpanCodec> codecs) {
        public Span {
            codecs = List.copyOf(codecs);
        }
    }

    /** A codec's bytes in a span. */
    public record SpanCodec(String codec, long storedBytes) {}

    /** Quantiles to three digits; the largest value is exact. */
    public record Distribution(long p5, long p50, long p95, long max) {}

    /**
     * Ids of idempotent producers.
     *
     * @param ids different ones, at most {@link ProducerIds#MOST_IDS} are told apart
     * @param idempotentShare share of batches that have one, 0 to 1
     * @param largestShare share of batches by the busiest id, 0 to 1
     */
    public record Producers(long ids, double idempotentShare, double largestShare) {}

    /**
     * Offsets without a record.
     *
     * @param withinBatches removed from batches that are still there
     * @param betweenBatches between the last offset of a batch and the first of the next in its partition
     */
    public record OffsetHoles(long withinBatches, long betweenBatches) {}

    /**
     * Batches drawn at random and unpacked. Shares and quantiles are weighted by how likely a record was to be drawn.
     *
     * @param batches unpacked
     * @param records in them
     * @param unreadableBatches drawn, and damaged or too large to unpack
     * @param payloadBytes keys and values of one record
     * @param meanPayloadBytes mean of keys and values
     * @param keyShare share of records with a key, 0 to 1
     * @param tombstoneShare share of records without a value, 0 to 1
     * @param seed of the random choice
     */
    public record UnpackedSample(
            long batches,
            long records,
            long unreadableBatches,
            Distribution payloadBytes,
            double meanPayloadBytes,
            double keyShare,
            double tombstoneShare,
            long seed) {}

    /** A partition by its batches; offsets as they lie, first and last. */
    public record Partition(
            String partition,
            long segments,
            long batches,
            long records,
            long storedBytes,
            long firstOffset,
            long lastOffset) {}
}
