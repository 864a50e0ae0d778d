package dev.squeeze.inspect;

import dev.squeeze.batch.BatchHeader;
import dev.squeeze.source.ReadNotice;
import dev.squeeze.source.RecordSource;
import dev.squeeze.source.SegmentFile;
import dev.squeeze.source.Segments;
import dev.squeeze.source.SourceException;
import dev.squeeze.stats.ConfidenceInterval;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** Looks at segments: all headers once, then a bounded random sample of batches unpacked. */
public final class SegmentInspection {
    /** Batches unpacked for each codec: enough for a ratio to within some per cent on topics of mixed batches. */
    static final int BATCHES_UNPACKED = 256;

    private static final int DIGITS = 3;

    private final CodecTally codecs = new CodecTally();
    private final TimeSpans spans = new TimeSpans();
    private final Histogram recordsPerBatch = new Histogram(DIGITS);
    private final Histogram batchBytes = new Histogram(DIGITS);
    private final ProducerIds producers = new ProducerIds();
    private final Map<String, PartitionTally> partitions = new LinkedHashMap<>();
    private final List<BatchDraw> draws = new ArrayList<>();
    private final long seed;
    private @Nullable SegmentFile currentFile;
    private PartitionTally current = new PartitionTally("");
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
    private long oldestMillis = Long.MAX_VALUE;
    private long newestMillis = -1;

    private SegmentInspection(long seed) {
        this.seed = seed;
        for (int codec = 0; codec < CodecTally.CODECS; codec++) {
            draws.add(new BatchDraw(BATCHES_UNPACKED, seed + codec));
        }
    }

    /** What was found, and what was left out of it. */
    public record Inspected(TopicProfile profile, List<ReadNotice> notices) {
        public Inspected {
            notices = List.copyOf(notices);
        }
    }

    /**
     * Inspects segments.
     *
     * @param seed of the choice of batches to unpack
     * @throws SourceException when the segments hold no batch
     */
    public static Inspected run(Segments segments, long seed, RecordSource.ReadProgress progress) {
        SegmentInspection inspection = new SegmentInspection(seed);
        List<ReadNotice> notices = segments.walk(inspection::batch, progress);
        if (inspection.batches == 0 && inspection.control == 0) {
            String why = notices.isEmpty()
                    ? ""
                    : ": " + notices.get(notices.size() - 1).message();
            throw new SourceException("the segments hold no batch that can be read" + why);
        }
        return new Inspected(inspection.profile(segments.files().size()), notices);
    }

    private boolean batch(SegmentFile file, long position, BatchHeader header) {
        if (file != currentFile) {
            currentFile = file;
            current = partitions.computeIfAbsent(file.partitionName(), PartitionTally::new);
            current.segments++;
        }
        long bytes = header.sizeBytes();
        storedBytes += bytes;
        current.storedBytes += bytes;
        holesBetween += current.advance(header.baseOffset(), header.lastOffset());
        if (header.isControl()) {
            control++;
            return true;
        }
        data(file, position, header, bytes);
        return true;
    }

    private void data(SegmentFile file, long position, BatchHeader header, long bytes) {
        int count = header.recordCount();
        int codec = header.codecId();
        batches++;
        records += count;
        current.batches++;
        current.records += count;
        codecs.add(codec, bytes, count);
        recordsPerBatch.recordValue(count);
        batchBytes.recordValue(bytes);
        mostRecords = Math.max(mostRecords, count);
        mostBytes = Math.max(mostBytes, bytes);
        singles += count == 1 ? 1 : 0;
        holesWithin += header.lastOffsetDelta() + 1L - count;
        transactional += header.isTransactional() ? 1 : 0;
        if (header.hasProducer()) {
            producers.add(header.producerId());
        }
        time(header, codec, bytes);
        if (count > 0) {
            draws.get(codec).offer(file, position, bytes);
        }
    }

    /** The base timestamp is the first record's own only where neither broker nor compaction has replaced it. */
    private void time(BatchHeader header, int codec, long bytes) {
        long newest = header.maxTimestampMillis();
        spans.add(newest, codec, bytes);
        boolean byBroker = header.timestampType() == BatchHeader.TimestampType.LOG_APPEND_TIME;
        logAppendTime += byBroker ? 1 : 0;
        if (newest >= 0) {
            long first = byBroker || header.hasDeleteHorizon() ? newest : header.baseTimestampMillis();
            oldestMillis = Math.min(oldestMillis, first < 0 ? newest : Math.min(first, newest));
            newestMillis = Math.max(newestMillis, newest);
        }
    }

    private TopicProfile profile(int segments) {
        Unpacking unpacking = Unpacking.of(draws, codecs);
        List<TopicProfile.CodecShare> shares = new ArrayList<>();
        for (int codec = 0; codec < CodecTally.CODECS; codec++) {
            if (codecs.batches[codec] > 0) {
                shares.add(new TopicProfile.CodecShare(
                        CodecTally.name(codec),
                        codecs.storedBytes[codec],
                        codecs.records[codec],
                        codecs.batches[codec],
                        unpacking.ratio(codec)));
            }
        }
        shares.sort(
                Comparator.comparingLong(TopicProfile.CodecShare::storedBytes).reversed());
        boolean timed = newestMillis >= 0;
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
                newestMillis > oldestMillis
                        ? OptionalDouble.of(records * 1000.0 / (newestMillis - oldestMillis))
                        : OptionalDouble.empty(),
                producers.of(batches),
                transactional,
                control,
                logAppendTime,
                new TopicProfile.OffsetHoles(holesWithin, holesBetween),
                timed ? Optional.of(Instant.ofEpochMilli(oldestMillis)) : Optional.empty(),
                timed ? Optional.of(Instant.ofEpochMilli(newestMillis)) : Optional.empty(),
                overallRatio(shares),
                unpacking.sample(seed),
                largestPartitions(),
                partitions.size());
    }

    static TopicProfile.Distribution distribution(Histogram values, long max) {
        return new TopicProfile.Distribution(
                Math.min(max, values.getValueAtPercentile(5)),
                Math.min(max, values.getValueAtPercentile(50)),
                Math.min(max, values.getValueAtPercentile(95)),
                max);
    }

    /** Codecs were sampled apart, so the variances of their totals add up. */
    private static Optional<ConfidenceInterval> overallRatio(List<TopicProfile.CodecShare> shares) {
        double stored = 0;
        double total = 0;
        double squares = 0;
        long n = 0;
        boolean exact = true;
        for (TopicProfile.CodecShare share : shares) {
            if (share.ratio().isEmpty()) {
                return Optional.empty();
            }
            ConfidenceInterval uncompressed = share.ratio().get().times(share.storedBytes());
            stored += share.storedBytes();
            total += uncompressed.estimate();
            squares += Math.pow(uncompressed.relativeHalfWidth() * uncompressed.estimate(), 2);
            n += uncompressed.n();
            exact &= uncompressed.exact();
        }
        if (n == 0) {
            return Optional.empty();
        }
        return Optional.of(
                exact
                        ? ConfidenceInterval.exact(total / stored, n)
                        : ConfidenceInterval.around(total / stored, Math.sqrt(squares) / stored, n));
    }

    private List<TopicProfile.Partition> largestPartitions() {
        return partitions.values().stream()
                .map(PartitionTally::partition)
                .sorted(Comparator.comparingLong(TopicProfile.Partition::storedBytes)
                        .reversed())
                .limit(TopicProfile.MOST_PARTITIONS)
                .toList();
    }

    private static final class PartitionTally {
        final String name;
        long segments;
        long batches;
        long records;
        long storedBytes;
        private long firstOffset = -1;
        private long lastOffset = -1;

        PartitionTally(String name) {
            this.name = name;
        }

        /** @return offsets between the last batch and this one; none where copies of a segment lie over each other */
        long advance(long base, long last) {
            long gap = firstOffset < 0 ? 0 : Math.max(0, base - lastOffset - 1);
            firstOffset = firstOffset < 0 ? base : Math.min(firstOffset, base);
            lastOffset = Math.max(lastOffset, last);
            return gap;
        }

        TopicProfile.Partition partition() {
            return new TopicProfile.Partition(name, segments, batches, records, storedBytes, firstOffset, lastOffset);
        }
    }
}
