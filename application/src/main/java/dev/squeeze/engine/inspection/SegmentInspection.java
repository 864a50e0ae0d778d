package dev.squeeze.engine.inspection;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.SegmentFile;
import dev.squeeze.kit.source.Segments;
import dev.squeeze.kit.source.SourceException;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Inspects segments: reads all headers once, then decompresses a bounded random sample of batches. */
public final class SegmentInspection {
    /**
     * Number of batches decompressed for each codec: enough for a ratio within a few per cent on topics with
     * heterogeneous batches.
     */
    static final int BATCHES_UNPACKED = 256;

    private final Inspection inspection = new Inspection();
    private final List<BatchDraw> draws = new ArrayList<>();
    private final long seed;
    private @Nullable SegmentFile currentFile;
    private PartitionTally current = new PartitionTally("");

    private SegmentInspection(long seed) {
        this.seed = seed;
        for (int codec = 0; codec < CodecTally.CODECS; codec++) {
            draws.add(new BatchDraw(BATCHES_UNPACKED, seed + codec));
        }
    }

    /**
     * Inspects segments.
     *
     * @param seed for the choice of batches to decompress
     * @throws SourceException when the segments contain no batch
     */
    public static Inspected run(Segments segments, long seed, RecordSource.ReadProgress progress) {
        SegmentInspection segmentwise = new SegmentInspection(seed);
        List<ReadNotice> notices = segments.walkHeaders(segmentwise::batch, progress);
        if (segmentwise.inspection.sawNothing()) {
            String why = notices.isEmpty()
                    ? ""
                    : ": " + notices.get(notices.size() - 1).message();
            throw new SourceException("the segments contain no readable batch" + why);
        }
        return new Inspected(
                segmentwise.profile(segments.files().size()),
                Stream.concat(notices.stream(), segmentwise.inspection.notices().stream())
                        .toList());
    }

    /**
     * A walk passes the same instance for all batches of a file; comparing paths would take longer than everything
     * else.
     */
    @SuppressWarnings("ReferenceEquality")
    private boolean batch(SegmentFile file, long position, BatchHeader header) {
        if (file != currentFile) {
            currentFile = file;
            current = inspection.partition(file.partitionName());
            current.segments++;
        }
        inspection.batch(file, current, header);
        if (!header.isControl() && header.recordCount() > 0) {
            draws.get(header.codecId()).offer(file, position, header.sizeBytes());
        }
        return true;
    }

    private TopicProfile profile(int segments) {
        DrawnBatches drawn = DrawnBatches.unpack(draws, inspection.codecs());
        return inspection.profile(
                segments, inspection.records() - 1.0, inspection.removed().share(), new Inspection.Beyond() {
                    @Override
                    public Optional<ConfidenceInterval> ratio(int codecId) {
                        return drawn.ratio(codecId);
                    }

                    @Override
                    public Optional<ConfidenceInterval> ratio(List<TopicProfile.CodecShare> shares) {
                        return overallRatio(shares);
                    }

                    @Override
                    public Optional<ConfidenceInterval> byteShare(int codecId) {
                        return Optional.empty();
                    }

                    @Override
                    public Optional<TopicProfile.UnpackedSample> sample() {
                        return drawn.sample(seed);
                    }

                    @Override
                    public Optional<TopicProfile.TopicReading> reading() {
                        return Optional.empty();
                    }
                });
    }

    /** Codecs are sampled independently, so the variances of their totals add up. */
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
}
