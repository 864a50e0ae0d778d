package dev.squeeze.kit.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The records of a topic, out of batches that were fetched as stored: partition after partition, each in offset order,
 * with key, value, headers and timestamps as a consumer would get them. Of a topic that is larger than what may be fetched,
 * they are those of stretches drawn at random over all that is retained. Control batches are not records. Batches that
 * cannot be read are left out and reported with partition and offset; records of transactions that are open or were aborted
 * are handed over like others, since they take their room on the broker too.
 */
public final class TopicSource implements RecordSource {
    private interface Fetch {
        TopicBatches batches(ReadProgress progress);
    }

    /** A first look may take so long of what a cluster's time allows to be fetched. */
    private static final double FEW_SECONDS = 0.4;

    /** What may be fetched over what a first look fetches, where that is worth it. */
    private static final int MIN_TIMES_FEW = 4;

    private final String topic;
    private final Fetch fetch;
    private final Optional<TopicAccess> access;

    /**
     * @param topic its name, without {@code topic:} before it
     * @throws SourceException when the options ask of a topic what only text has
     */
    public TopicSource(String topic, ReadOptions options, TopicAccess access) {
        this(topic, access);
        options.requireNoneOfText("topics");
    }

    private TopicSource(String topic, TopicAccess access) {
        this.topic = topic;
        this.fetch = progress -> TopicReader.fetch(topic, access, progress);
        this.access = Optional.of(access);
    }

    private TopicSource(TopicBatches fetched) {
        this.topic = fetched.topic();
        this.fetch = progress -> fetched;
        this.access = Optional.empty();
    }

    /** The records of batches that were fetched before. */
    public static TopicSource of(TopicBatches fetched) {
        return new TopicSource(fetched);
    }

    @Override
    public String notation() {
        return "topic:" + topic;
    }

    /** Whether there are more is not known before they are read. */
    @Override
    public Optional<RecordSource> few(long maxBytes) {
        return access.flatMap(known -> {
            long quick = (long) (FEW_SECONDS * known.maxBytesPerSecond().bytesPerSecond());
            long few = Math.max(1, Math.min(maxBytes, quick));
            return known.maxBytes() < MIN_TIMES_FEW * few
                    ? Optional.empty()
                    : Optional.of(new TopicSource(topic, known.atMost(few)));
        });
    }

    @Override
    public ReadReport read(RecordVisitor visitor, ReadProgress progress) {
        TopicBatches batches = fetch.batches(progress);
        BatchNotices notices = new BatchNotices();
        StoredReading reading = new StoredReading(visitor, notices);
        try (reading) {
            batches.walk((partition, stretch, header) ->
                    reading.batch(batches.part(partition, stretch), () -> "partition " + partition, header));
        }
        List<ReadNotice> first = new ArrayList<>(batches.notices());
        if (reading.records() == 0) {
            first.addAll(notices.notices());
            String why =
                    first.isEmpty() ? "" : "; " + first.get(first.size() - 1).message();
            throw new SourceException(notation() + " holds no records that can be read" + why);
        }
        if (!batches.whole()) {
            first.add(0, new ReadNotice(ReadNotice.Kind.SAMPLED_TOPIC, words(batches)));
        }
        return reading.report("topic", first, batches);
    }

    /** What a reader must know of a topic that was not read as a whole. */
    private static String words(TopicBatches batches) {
        return String.format(
                Locale.ROOT,
                "topic:%s was read in %,d of %,d stretches, drawn at random over all partitions%s and all that is retained"
                        + " (%,d of %,d offsets); intervals are of what was read",
                batches.topic(),
                batches.stretches(),
                batches.stretchesOfAll(),
                batches.partitions() > batches.ranges().size() ? " with a leader" : "",
                Math.min(batches.readOffsets(), batches.offsets()),
                batches.offsets());
    }
}
