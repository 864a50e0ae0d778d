package dev.squeeze.engine.inspection;

import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the logs of one or more partitions hold. Counts are those of the batches that were read, by their headers: all of
 * them for segments, a random sample where {@code reading} says so. What only unpacked batches show is in
 * {@code sample}. Control batches count in {@code controlBatches}, {@code storedBytes} and offsets alone.
 *
 * @param segments files; 0 for a topic
 * @param batches batches of data
 * @param records records in them, by the headers' counts
 * @param storedBytes compressed bytes of all batches
 * @param codecs by bytes, the largest first
 * @param spans how the codecs changed over time, at most {@link Inspection#MAX_SPANS}, the oldest first
 * @param recordsPerBatch over batches of data
 * @param batchBytes stored bytes over batches of data
 * @param singleRecordShare share of batches with one record, 0 to 1
 * @param recordsPerSecond that were sent, mean between the oldest and the newest timestamp, those that compaction has removed among
 *     them; absent where they span no time
 * @param compactedShare of the records that were sent since the oldest, what compaction has removed, 0 to 1; absent where that is
 *     hardly any, and in documents of earlier versions
 * @param producers who wrote the batches
 * @param transactionalBatches batches of data in transactions
 * @param controlBatches batches of a broker's own markers
 * @param logAppendTimeBatches batches of data whose timestamps the broker set
 * @param holes what compaction or transactions left out of the offsets
 * @param oldest timestamp, absent where no batch has one
 * @param newest timestamp, absent where no batch has one
 * @param ratio uncompressed over stored bytes of all data, absent where too few batches could be unpacked
 * @param sample what the unpacked batches showed, absent where there were none
 * @param partitions the largest by bytes, at most {@link #MAX_PARTITIONS}
 * @param partitionCount partitions in all
 * @param reading how a topic was read; absent for segments, which are read from end to end
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
     * One codec's part.
     *
     * @param codec its name, or such as {@code unknown-5}
     * @param ratio uncompressed over stored bytes, estimated from unpacked batches
     * @param byteShare of the stored bytes of all data, 0 to 1; only where the batches are a sample
     */
    public record CodecShare(
            String codec,
            long storedBytes,
            long records,
            long batches,
            Optional<ConfidenceInterval> ratio,
            Optional<ConfidenceInterval> byteShare) {}

    /**
     * How much of a topic was read. Intervals count stretches, since the batches of one are alike.
     *
     * @param whole true where every batch was read
     * @param stretches of consecutive batches that were read
     * @param stretchesOfAll of the same width in the whole topic
     * @param offsets in the whole topic, from the earliest to the latest of each partition; estimated where some have no leader
     * @param fetchedBytes from brokers
     * @param seed of the choice of stretches
     * @param storedBytesOfAll estimated for the whole topic; absent where it was read, or in too few stretches
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
     * Quantiles to three digits; the largest value is exact.
     *
     * @param bins a histogram by powers of two, from the first bin that holds something to the last one
     */
    public record Distribution(long p5, long p50, long p95, long max, List<Bin> bins) {
        public Distribution {
            bins = List.copyOf(bins);
        }
    }

    /**
     * A bin of a histogram.
     *
     * @param from the least value in it
     * @param to the largest value in it
     * @param share of all values, 0 to 1
     */
    public record Bin(long from, long to, double share) {}

    /**
     * Ids of idempotent producers.
     *
     * @param ids different ones, at most {@link ProducerIds#MAX_IDS} are distinguished
     * @param idempotentShare share of batches that have one, 0 to 1
     * @param largestShare share of batches by the busiest id, 0 to 1
     * @param largest the busiest by batches, at most {@link ProducerIds#MAX_SHOWN}
     */
    public record Producers(long ids, double idempotentShare, double largestShare, List<Producer> largest) {
        public Producers {
            largest = List.copyOf(largest);
        }

        /** Whether producers that came later are in no figure but {@code idempotentShare}. */
        public boolean mayBeMore() {
            return ids >= ProducerIds.MAX_IDS;
        }
    }

    /**
     * An idempotent producer by its batches that were read.
     *
     * @param id which a broker gave it when it started
     * @param batchShare share of all batches, 0 to 1
     * @param storedBytes of its batches
     */
    public record Producer(long id, long batches, double batchShare, long records, long storedBytes) {}

    /**
     * Offsets without a record.
     *
     * @param withinBatches removed from batches that are still there
     * @param betweenBatches between the last offset of a batch and the first of the next in its partition
     */
    public record OffsetHoles(long withinBatches, long betweenBatches) {}

    /**
     * Batches that were unpacked: of segments some drawn at random, of a topic all that were fetched. Shares and quantiles
     * are weighted by how likely a record was to be drawn.
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

    /** A partition by its batches that were read; first and last offset as stored, of a topic as its leader reports them. */
    public record Partition(
            String partition,
            long segments,
            long batches,
            long records,
            long storedBytes,
            long firstOffset,
            long lastOffset) {}
}
