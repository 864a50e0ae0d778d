package dev.squeeze.engine.inspection;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.source.CodecSpans;
import dev.squeeze.kit.source.ObservedRate;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.RemovedOffsets;
import dev.squeeze.kit.source.TimestampSpan;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;

/**
 * Collects what the headers of batches show, in one pass and fixed memory, without decompressing; used for segments and
 * topics.
 */
final class Inspection {
    static final int MAX_SPANS = 20;

    private static final int DIGITS = 3;

    private final CodecTally codecs = new CodecTally();
    private final CodecSpans spans = new CodecSpans(MAX_SPANS);
    private final Histogram recordsPerBatch = new Histogram(DIGITS);
    private final Histogram batchBytes = new Histogram(DIGITS);
    private final ProducerIds producers = new ProducerIds();
    private final Map<String, PartitionTally> partitions = new LinkedHashMap<>();
    private long batches;
    private long records;
    private long storedBytes;
    private long mostRecords;
    private long mostBytes;
    private long singles;
    private long transactional;
    private long control;
    private long logAppendTime;
    private long holesWithin;
    private long holesBetween;
    private final TimestampSpan timestamps = new TimestampSpan();
    private final RemovedOffsets removed = new RemovedOffsets();

    /** Information that headers do not contain. */
    interface Beyond {
        /** Uncompressed size divided by stored size, for a codec's batches. */
        Optional<ConfidenceInterval> ratio(int codecId);

        /** The same for the batches of all codecs. */
        Optional<ConfidenceInterval> ratio(List<TopicProfile.CodecShare> shares);

        /** A codec's share of the stored bytes, if the batches are a sample. */
        Optional<ConfidenceInterval> byteShare(int codecId);

        Optional<TopicProfile.UnpackedSample> sample();

        /** How a topic was read; empty for segments. */
        Optional<TopicProfile.TopicReading> reading();
    }

    PartitionTally partition(String name) {
        return partitions.computeIfAbsent(name, PartitionTally::new);
    }

    CodecTally codecs() {
        return codecs;
    }

    boolean sawNothing() {
        return batches == 0 && control == 0;
    }

    /** Offsets whose records have been removed. */
    RemovedOffsets removed() {
        return removed;
    }

    long records() {
        return records;
    }

    /**
     * Counts a batch.
     *
     * @param part of the log, as for {@link RemovedOffsets#add}
     */
    void batch(Object part, PartitionTally partition, BatchHeader header) {
        removed.add(part, header);
        long bytes = header.sizeBytes();
        storedBytes += bytes;
        partition.storedBytes += bytes;
        holesBetween += partition.advance(header.baseOffset(), header.lastOffset());
        if (header.isControl()) {
            control++;
        } else {
            data(partition, header, bytes);
        }
    }

    private void data(PartitionTally partition, BatchHeader header, long bytes) {
        int count = header.recordCount();
        int codec = header.codecId();
        batches++;
        records += count;
        partition.batches++;
        partition.records += count;
        codecs.add(codec, bytes, count);
        recordsPerBatch.recordValue(count);
        batchBytes.recordValue(bytes);
        mostRecords = Math.max(mostRecords, count);
        mostBytes = Math.max(mostBytes, bytes);
        singles += count == 1 ? 1 : 0;
        holesWithin += header.lastOffsetDelta() + 1L - count;
        transactional += header.isTransactional() ? 1 : 0;
        if (header.hasProducer()) {
            producers.add(header.producerId(), count, bytes);
        }
        time(header);
    }

    /** The base timestamp is the first record's only if neither the broker nor compaction has replaced it. */
    private void time(BatchHeader header) {
        long newest = header.maxTimestampMillis();
        spans.add(header);
        boolean byBroker = header.timestampType() == BatchHeader.TimestampType.LOG_APPEND_TIME;
        logAppendTime += byBroker ? 1 : 0;
        if (newest >= 0) {
            long first = byBroker || header.hasDeleteHorizon() ? newest : header.baseTimestampMillis();
            time(first < 0 ? newest : Math.min(first, newest));
            time(newest);
        }
    }

    /** Adds a timestamp that is known in addition to those of the batches. */
    void time(long millis) {
        timestamps.add(millis);
    }

    /** Notices about timestamps that the profile does not include; complete once all batches have been added. */
    List<ReadNotice> notices() {
        return timestamps.notices();
    }

    /**
     * The profile of what was added.
     *
     * @param recordsAfterFirst number of records in the whole log, without the first
     * @param compactedShare share of the records sent that compaction has removed
     */
    TopicProfile profile(long segments, double recordsAfterFirst, OptionalDouble compactedShare, Beyond beyond) {
        List<TopicProfile.CodecShare> shares = new ArrayList<>();
        for (int codec = 0; codec < CodecTally.CODECS; codec++) {
            if (codecs.batches[codec] > 0) {
                shares.add(new TopicProfile.CodecShare(
                        CodecTally.name(codec),
                        codecs.storedBytes[codec],
                        codecs.records[codec],
                        codecs.batches[codec],
                        beyond.ratio(codec),
                        beyond.byteShare(codec)));
            }
        }
        shares.sort(
                Comparator.comparingLong(TopicProfile.CodecShare::storedBytes).reversed());
        Optional<TimestampSpan.Span> span = timestamps.span();
        return new TopicProfile(
                segments,
                batches,
                records,
                storedBytes,
                shares,
                spans.spans(),
                distribution(recordsPerBatch, mostRecords),
                distribution(batchBytes, mostBytes),
                batches == 0 ? 0 : (double) singles / batches,
                span.flatMap(seen -> seen.rateOf(RemovedOffsets.sent(recordsAfterFirst, compactedShare))).stream()
                        .mapToDouble(ObservedRate::recordsPerSecond)
                        .findFirst(),
                compactedShare,
                producers.of(batches),
                transactional,
                control,
                logAppendTime,
                new TopicProfile.OffsetHoles(holesWithin, holesBetween),
                span.map(seen -> Instant.ofEpochMilli(seen.oldestMillis())),
                span.map(seen -> Instant.ofEpochMilli(seen.newestMillis())),
                beyond.ratio(shares),
                beyond.sample(),
                largestPartitions(),
                partitions.size(),
                beyond.reading());
    }

    static TopicProfile.Distribution distribution(Histogram values, long max) {
        return new TopicProfile.Distribution(
                Math.min(max, values.getValueAtPercentile(5)),
                Math.min(max, values.getValueAtPercentile(50)),
                Math.min(max, values.getValueAtPercentile(95)),
                max,
                bins(values));
    }

    /** A histogram with three significant digits distinguishes powers of two exactly. */
    private static List<TopicProfile.Bin> bins(Histogram values) {
        List<TopicProfile.Bin> bins = new ArrayList<>();
        double all = values.getTotalCount();
        long left = values.getTotalCount();
        for (long from = 0; left > 0; from = Math.max(1, 2 * from)) {
            long to = Math.max(0, 2 * from - 1);
            long count = values.getCountBetweenValues(from, to);
            if (count > 0 || !bins.isEmpty()) {
                bins.add(new TopicProfile.Bin(from, to, count / all));
            }
            left -= count;
        }
        return bins;
    }

    private List<TopicProfile.Partition> largestPartitions() {
        return partitions.values().stream()
                .map(PartitionTally::partition)
                .sorted(Comparator.comparingLong(TopicProfile.Partition::storedBytes)
                        .reversed())
                .limit(TopicProfile.MAX_PARTITIONS)
                .toList();
    }
}
