package dev.squeeze.engine.inspection;

import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Contents of the logs of one or more partitions. Counts cover the batches that were read, by their headers: all
 * batches of segments, a random sample if {@code reading} says so. Information from decompressed batches is in {@code
 * sample}. Control batches count only in {@code controlBatches}, {@code storedBytes} and offsets.
 *
 * @param segments number of files; 0 for a topic
 * @param batches data batches
 * @param records records in them, by the headers' counts
 * @param storedBytes compressed size of all batches
 * @param codecs by bytes, the largest first
 * @param spans how the codecs changed over time, at most {@link Inspection#MAX_SPANS}, the oldest first
 * @param recordsPerBatch over data batches
 * @param batchBytes stored size over data batches
 * @param singleRecordShare share of batches with one record, 0 to 1
 * @param recordsPerSecond mean rate between the oldest and the newest timestamp, including records that compaction has
 *     removed; absent if the timestamps span no time
 * @param compactedShare share of the records sent since the oldest timestamp that compaction has removed, 0 to 1;
 *     absent if it is negligible, and in documents of earlier versions
 * @param producers producers of the batches
 * @param transactionalBatches data batches in transactions
 * @param controlBatches batches of a broker's own markers
 * @param logAppendTimeBatches data batches whose timestamps the broker set
 * @param holes offsets without records, due to compaction or transactions
 * @param oldest timestamp; absent if no batch has one
 * @param newest timestamp; absent if no batch has one
 * @param ratio uncompressed size divided by stored size, over all data; absent if too few batches could be decompressed
 * @param sample information from decompressed batches; absent if there are none
 * @param partitions the largest by bytes, at most {@link #MAX_PARTITIONS}
 * @param partitionCount total number of partitions
 * @param reading how a topic was read; absent for segments, which are read completely
 */
public record TopicProfile(
        long segments,
        long batches,
        long records,
        long storedBytes,
        List<CodecShare> codecs,
        List<CodecSpan> spans,
        Distribution recordsPerBatch,
        Distribution batchBytes,
        double singleRecordShare,
        OptionalDouble recordsPerSecond,
        OptionalDouble compactedShare,
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
        int partitionCount,
        Optional<TopicReading> reading) {
    public static final int MAX_PARTITIONS = 20;

    public TopicProfile {
        codecs = List.copyOf(codecs);
        spans = List.copyOf(spans);
        partitions = List.copyOf(partitions);
    }

    /**
     * The part of the data in one codec.
     *
     * @param codec its name, or for example {@code unknown-5}
     * @param ratio uncompressed size divided by stored size, estimated from decompressed batches
     * @param byteShare share of the stored bytes of all data, 0 to 1; only if the batches are a sample
     */
    public record CodecShare(
            String codec,
            long storedBytes,
            long records,
            long batches,
            Optional<ConfidenceInterval> ratio,
            Optional<ConfidenceInterval> byteShare) {}

    /**
     * How much of a topic was read. Intervals treat stretches as the sampling unit, since the batches of a stretch are
     * similar.
     *
     * @param whole true if every batch was read
     * @param stretches number of stretches of consecutive batches that were read
     * @param stretchesOfAll number of stretches of the same width in the whole topic
     * @param offsets number of offsets in the whole topic, from the earliest to the latest of each partition; estimated
     *     if some partitions have no leader
     * @param fetchedBytes bytes fetched from brokers
     * @param seed of the choice of stretches
     * @param storedBytesOfAll estimate for the whole topic; absent if all of it was read, or too few stretches
     */
    public record TopicReading(
            boolean whole,
            long stretches,
            long stretchesOfAll,
            long offsets,
            long fetchedBytes,
            long seed,
            Optional<ConfidenceInterval> storedBytesOfAll) {}

    /**
     * Quantiles with three significant digits; the maximum is exact.
     *
     * @param bins a histogram by powers of two, from the first to the last non-empty bin
     */
    public record Distribution(long p5, long p50, long p95, long max, List<Bin> bins) {
        public Distribution {
            bins = List.copyOf(bins);
        }
    }

    /**
     * A bin of a histogram.
     *
     * @param from smallest value of the bin
     * @param to largest value of the bin
     * @param share of all values, 0 to 1
     */
    public record Bin(long from, long to, double share) {}

    /**
     * Ids of idempotent producers.
     *
     * @param ids number of distinct ids; at most {@link ProducerIds#MAX_IDS} are distinguished
     * @param idempotentShare share of batches with an id, 0 to 1
     * @param largestShare share of batches from the busiest id, 0 to 1
     * @param largest the busiest by batches, at most {@link ProducerIds#MAX_SHOWN}
     */
    public record Producers(long ids, double idempotentShare, double largestShare, List<Producer> largest) {
        public Producers {
            largest = List.copyOf(largest);
        }

        /** Whether there may be further producers, which count only in {@code idempotentShare}. */
        public boolean mayBeMore() {
            return ids >= ProducerIds.MAX_IDS;
        }
    }

    /**
     * An idempotent producer, by its batches that were read.
     *
     * @param id assigned by a broker when the producer started
     * @param batchShare share of all batches, 0 to 1
     * @param storedBytes size of its batches
     */
    public record Producer(long id, long batches, double batchShare, long records, long storedBytes) {}

    /**
     * Offsets without a record.
     *
     * @param withinBatches removed from batches that still exist
     * @param betweenBatches between the last offset of a batch and the first of the next batch in the partition
     */
    public record OffsetHoles(long withinBatches, long betweenBatches) {}

    /**
     * Statistics of decompressed batches: for segments of a random sample, for a topic of all fetched batches. Shares
     * and quantiles are weighted by the inverse of a batch's probability of being drawn.
     *
     * @param batches number of batches decompressed
     * @param records number of records in them
     * @param unreadableBatches batches that were drawn, but are damaged or too large to decompress
     * @param payloadBytes distribution of the size of a record's key and value
     * @param meanPayloadBytes mean size of key and value
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

    /**
     * A partition, by its batches that were read; for a topic, first and last offset are those reported by its leader.
     */
    public record Partition(
            String partition,
            long segments,
            long batches,
            long records,
            long storedBytes,
            long firstOffset,
            long lastOffset) {}
}
