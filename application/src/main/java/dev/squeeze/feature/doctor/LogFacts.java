package dev.squeeze.feature.doctor;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.kafka.BatchRecordReader;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.UnreadableBatchException;
import dev.squeeze.kit.source.CodecHistory;
import dev.squeeze.kit.source.TopicBatches;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * The batches of a topic that were fetched and can be read, in the order of partitions and offsets. What a topic is now
 * is known from its recent batches, the newest quarter of the uncompressed bytes: older ones show settings that may be long gone. Of
 * stored bytes, as much traffic as a codec makes smaller would have to pass before it counts. Where producers have changed
 * their codec later than that, recent batches are those since.
 */
final class LogFacts {
    private static final double RECENT_SHARE = 0.25;

    private final List<BatchFact> all;
    private final List<BatchFact> recent;

    private LogFacts(List<BatchFact> all, int minRecent, Optional<Instant> codecChanged) {
        this.all = List.copyOf(all);
        List<BatchFact> newest = newest(all, minRecent);
        this.recent = codecChanged
                .map(since -> newest.stream()
                        .filter(fact -> fact.maxMillis() >= since.toEpochMilli())
                        .toList())
                .orElse(newest);
    }

    /** Of batches whose producers have not changed their codec. */
    static LogFacts of(List<BatchFact> all, int minRecent) {
        return of(all, minRecent, Optional.empty());
    }

    /**
     * @param minRecent as many are recent, if there are so many since the codec changed
     * @param codecChanged shortly before producers changed it, if they did
     */
    static LogFacts of(List<BatchFact> all, int minRecent, Optional<Instant> codecChanged) {
        return new LogFacts(all, minRecent, codecChanged);
    }

    /**
     * Unpacks each batch once.
     *
     * @param minRecent as many are recent, if there are so many
     */
    static LogFacts read(TopicBatches topic, int minRecent) {
        List<BatchFact> facts = new ArrayList<>();
        CodecHistory history = new CodecHistory();
        try (BatchRecordReader reader = new BatchRecordReader()) {
            topic.walk((partition, stretch, header) -> {
                if (!header.isControl() && header.codec().isPresent() && header.recordCount() > 0) {
                    unpack(reader, partition, stretch, header).ifPresent(fact -> {
                        facts.add(fact);
                        history.add(header.codec().orElseThrow(), header, fact.uncompressedBytes());
                    });
                }
                return true;
            });
        }
        return new LogFacts(facts, minRecent, history.changed(topic.newestCodecs()));
    }

    private static Optional<BatchFact> unpack(
            BatchRecordReader reader, PartitionId partition, int stretch, BatchHeader header) {
        int[] keys = new int[1];
        ValueMarks[] marks = {ValueMarks.NONE};
        try {
            long uncompressed = reader.read(header.batch(), (offset, record) -> {
                keys[0] += record.key() == null ? 0 : 1;
                marks[0] = marks[0].plus(ValueMarks.of(record));
                return true;
            });
            return Optional.of(BatchFact.of(partition.partition(), stretch, header, uncompressed, keys[0], marks[0]));
        } catch (UnreadableBatchException e) {
            // The profile of the topic reports it.
            return Optional.empty();
        }
    }

    private static List<BatchFact> newest(List<BatchFact> all, int minRecent) {
        double enough = RECENT_SHARE * uncompressed(all);
        Set<BatchFact> newest = new HashSet<>();
        double bytes = 0;
        for (BatchFact fact : newestFirst(all)) {
            if (bytes >= enough && newest.size() >= minRecent) {
                break;
            }
            newest.add(fact);
            bytes += fact.uncompressedBytes();
        }
        return all.stream().filter(newest::contains).toList();
    }

    private record Tie(long maxMillis, int partition) {}

    /**
     * By timestamps. Batches with the same one, which may be all of them, go by how much of these bytes comes after them in their
     * partition: the ends of all partitions are newer than what is before them.
     */
    static List<BatchFact> newestFirst(List<BatchFact> facts) {
        Map<BatchFact, Double> shareAfter = new HashMap<>();
        facts.stream()
                .collect(Collectors.groupingBy(fact -> new Tie(fact.maxMillis(), fact.partition())))
                .values()
                .forEach(tied -> putSharesAfter(tied, shareAfter));
        return facts.stream()
                .sorted(Comparator.comparingLong(BatchFact::maxMillis)
                        .reversed()
                        .thenComparingDouble(fact -> shareAfter.getOrDefault(fact, 0.0)))
                .toList();
    }

    private static void putSharesAfter(List<BatchFact> tied, Map<BatchFact, Double> shareAfter) {
        double all = stored(tied);
        long after = 0;
        for (BatchFact fact : tied.stream()
                .sorted(Comparator.comparingLong(BatchFact::baseOffset).reversed())
                .toList()) {
            shareAfter.put(fact, after / all);
            after += fact.storedBytes();
        }
    }

    List<BatchFact> all() {
        return all;
    }

    List<BatchFact> recent() {
        return recent;
    }

    /** Those that are not recent. */
    List<BatchFact> older() {
        Set<BatchFact> newest = new HashSet<>(recent);
        return all.stream().filter(fact -> !newest.contains(fact)).toList();
    }

    ValueMarks marks() {
        return recent.stream().map(BatchFact::marks).reduce(ValueMarks.NONE, ValueMarks::plus);
    }

    static long stored(List<BatchFact> facts) {
        return facts.stream().mapToLong(BatchFact::storedBytes).sum();
    }

    static long uncompressed(List<BatchFact> facts) {
        return facts.stream().mapToLong(BatchFact::uncompressedBytes).sum();
    }

    static long records(List<BatchFact> facts) {
        return facts.stream().mapToLong(BatchFact::records).sum();
    }

    /** Share of the uncompressed bytes that is in certain batches; the only share in which codecs compare. */
    static double share(List<BatchFact> facts, Predicate<BatchFact> which) {
        return (double) uncompressed(facts.stream().filter(which).toList()) / Math.max(1, uncompressed(facts));
    }

    static double countShare(List<BatchFact> facts, Predicate<BatchFact> which) {
        return (double) facts.stream().filter(which).count() / Math.max(1, facts.size());
    }

    static double recordsPerBatch(List<BatchFact> facts) {
        return (double) records(facts) / Math.max(1, facts.size());
    }

    static double bytesPerBatch(List<BatchFact> facts) {
        return (double) uncompressed(facts) / Math.max(1, facts.size());
    }

    /** Share of the stored bytes that are raw. */
    static double rawStoredShare(List<BatchFact> facts) {
        List<BatchFact> raw = facts.stream().filter(BatchFact::isRaw).toList();
        return (double) stored(raw) / Math.max(1, stored(facts));
    }
}
