package dev.squeeze.engine.inspection;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.SourceException;
import dev.squeeze.kit.source.TopicBatches;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Inspects the batches fetched from a topic, both headers and contents. */
public final class TopicInspection implements Inspection.Beyond {
    /** If every batch is damaged, the first notices are enough. */
    private static final int MAX_NOTICES = 10;

    private final Inspection inspection = new Inspection();
    private final TopicBatches topic;
    private final long seed;
    private final Unpacking unpacking;
    private final double[][] stored;
    private final double[][] readable;
    private final double[][] uncompressed;
    private final List<ReadNotice> notices;
    private int currentStretch = -1;

    private TopicInspection(TopicBatches topic, long seed, Unpacking unpacking) {
        this.topic = topic;
        this.seed = seed;
        this.unpacking = unpacking;
        this.notices = new ArrayList<>(topic.notices());
        this.stored = new double[CodecTally.CODECS][topic.stretches()];
        this.readable = new double[CodecTally.CODECS][topic.stretches()];
        this.uncompressed = new double[CodecTally.CODECS][topic.stretches()];
    }

    /**
     * Inspects the fetched batches.
     *
     * @param seed with which they were chosen
     * @throws SourceException when there is no batch
     */
    public static Inspected run(TopicBatches topic, long seed) {
        return withStretches(topic, seed).inspected();
    }

    /** The result, with the totals of each stretch. */
    public record WithStretches(Inspected inspected, StretchTotals stretches) {}

    /** Like {@link #run}, with the totals from which the intervals were computed. */
    public static WithStretches withStretches(TopicBatches topic, long seed) {
        try (Unpacking unpacking = new Unpacking()) {
            TopicInspection all = new TopicInspection(topic, seed, unpacking);
            topic.ranges().keySet().forEach(partition -> all.inspection.partition(partition.toString()));
            topic.walk(all::batch);
            if (all.inspection.sawNothing()) {
                throw new SourceException("topic:" + topic.topic() + " contains no readable batch" + all.why());
            }
            TopicProfile profile = all.profile();
            all.notices.addAll(all.inspection.notices());
            return new WithStretches(new Inspected(profile, all.notices), all.totals());
        }
    }

    private String why() {
        if (!notices.isEmpty()) {
            return ": " + notices.get(notices.size() - 1).message();
        }
        return topic.whole()
                ? ""
                : " in the " + topic.stretches() + " of " + topic.stretchesOfAll()
                        + " stretches that were read: give a larger --sample";
    }

    private boolean batch(PartitionId id, int stretch, BatchHeader header) {
        PartitionTally partition = inspection.partition(id.toString());
        if (stretch != currentStretch) {
            currentStretch = stretch;
            if (!topic.whole()) {
                partition.skip();
            }
        }
        inspection.batch(topic.part(id, stretch), partition, header);
        if (!header.isControl()) {
            unpack(id, stretch, header);
        }
        return true;
    }

    private void unpack(PartitionId partition, int stretch, BatchHeader header) {
        int codec = header.codecId();
        stored[codec][stretch] += header.sizeBytes();
        if (header.codec().isEmpty() || header.recordCount() == 0) {
            return;
        }
        try {
            uncompressed[codec][stretch] += unpacking.add(header.batch(), 1);
            readable[codec][stretch] += header.sizeBytes();
        } catch (UnreadableBatchException e) {
            unpacking.unreadable();
            if (notices.size() < MAX_NOTICES) {
                notices.add(new ReadNotice(
                        ReadNotice.Kind.BATCHES_LEFT_OUT,
                        "partition " + partition + ": the batch at offset " + header.baseOffset()
                                + " cannot be decompressed: " + e.getMessage()));
            }
        }
    }

    private TopicProfile profile() {
        topic.ranges()
                .forEach((partition, range) ->
                        inspection.partition(partition.toString()).reaches(range.earliest(), range.latest() - 1));
        topic.timestampsAtEnds().forEach(inspection::time);
        return inspection.profile(
                0,
                topic.recordsAfterFirst(inspection.records()),
                inspection.removed().shareOf(topic),
                this);
    }

    @Override
    public Optional<ConfidenceInterval> ratio(int codecId) {
        return RatioOfTotals.estimate(uncompressed[codecId], readable[codecId], clusters());
    }

    @Override
    public Optional<ConfidenceInterval> ratio(List<TopicProfile.CodecShare> shares) {
        return RatioOfTotals.estimate(sum(uncompressed), sum(readable), clusters());
    }

    @Override
    public Optional<ConfidenceInterval> byteShare(int codecId) {
        return topic.whole()
                ? Optional.empty()
                : RatioOfTotals.estimate(stored[codecId], sum(stored), clusters())
                        .map(TopicInspection::asShare);
    }

    private static ConfidenceInterval asShare(ConfidenceInterval share) {
        double estimate = Math.min(1, share.estimate());
        return new ConfidenceInterval(
                estimate,
                Math.min(estimate, Math.max(0, share.low())),
                Math.max(estimate, Math.min(1, share.high())),
                share.n(),
                share.exact());
    }

    @Override
    public Optional<TopicProfile.UnpackedSample> sample() {
        return unpacking.sample(seed);
    }

    @Override
    public Optional<TopicProfile.TopicReading> reading() {
        return Optional.of(new TopicProfile.TopicReading(
                topic.whole(),
                topic.stretches(),
                topic.stretchesOfAll(),
                topic.offsets(),
                topic.fetchedBytes(),
                seed,
                topic.whole() ? Optional.empty() : bytesOfAll()));
    }

    private StretchTotals totals() {
        return new StretchTotals(sum(readable), sum(uncompressed), offsets(), clusters());
    }

    private double[] offsets() {
        double[] offsets = new double[topic.stretches()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = topic.readOffsets(i);
        }
        return offsets;
    }

    private Optional<ConfidenceInterval> bytesOfAll() {
        return RatioOfTotals.estimate(sum(stored), offsets(), clusters())
                .map(perOffset -> perOffset.times(topic.offsets()));
    }

    /** If not everything was read, the result is not exact even if all stretches were. */
    private long clusters() {
        return topic.whole() ? topic.stretches() : Math.max(topic.stretches() + 1L, topic.stretchesOfAll());
    }

    private static double[] sum(double[][] byCodec) {
        double[] sum = new double[byCodec[0].length];
        for (double[] one : byCodec) {
            for (int i = 0; i < sum.length; i++) {
                sum[i] += one[i];
            }
        }
        return sum;
    }
}
