package dev.squeeze.kit.source;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The records of a topic, from batches fetched as stored: partition by partition, each in offset order, with key,
 * value, headers and timestamps as a consumer would receive them. If the topic exceeds the fetch limit, they are the
 * records of stretches drawn at random over everything that is retained. Control batches are not records. Unreadable
 * batches are left out and reported with partition and offset. Records of open or aborted transactions are included,
 * since they take up space on the broker, too.
 */
public final class TopicSource implements RecordSource {
    private interface Fetch {
        TopicBatches batches(ReadProgress progress);
    }

    /** A first look may fetch as much as the rate limit allows in this time. */
    private static final double FEW_SECONDS = 0.4;

    /** A first look is worthwhile if the whole reading may fetch at least this many times as much. */
    private static final int MIN_TIMES_FEW = 4;

    private final String topic;
    private final Fetch fetch;
    private final Optional<TopicAccess> access;

    /**
     * @param topic its name, without the prefix {@code topic:}
     * @throws SourceException if the options include ones that apply only to text
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

    /** A source for batches that were fetched before. */
    public static TopicSource of(TopicBatches fetched) {
        return new TopicSource(fetched);
    }

    @Override
    public String notation() {
        return "topic:" + topic;
    }

    /** Decided by the limits alone, since the size of the topic is not known before it is read. */
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
            throw new SourceException(notation() + " contains no readable records" + why);
        }
        if (!batches.whole()) {
            first.add(0, new ReadNotice(ReadNotice.Kind.SAMPLED_TOPIC, words(batches)));
        }
        return reading.report("topic", first, batches);
    }

    /** The notice for a topic that was not read completely. */
    private static String words(TopicBatches batches) {
        return String.format(
                Locale.ROOT,
                "topic:%s was sampled: %,d of %,d stretches were read, drawn at random from all partitions%s over the"
                        + " whole"
                        + " retention (%,d of %,d offsets); intervals are for what was read",
                batches.topic(),
                batches.stretches(),
                batches.stretchesOfAll(),
                batches.partitions() > batches.ranges().size() ? " with a leader" : "",
                Math.min(batches.readOffsets(), batches.offsets()),
                batches.offsets());
    }
}
