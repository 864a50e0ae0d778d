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
 * The fetched and readable batches of a topic, in the order of partitions and offsets. Its current state is taken from
 * recent batches, the newest quarter of the uncompressed bytes, since older ones may show settings that are no longer
 * in use. Uncompressed bytes are used because with stored bytes, a change to a better codec would take more traffic to
 * show. If producers have changed their codec within that quarter, only batches since then are recent.
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

    /** For batches whose producers have not changed their codec. */
    static LogFacts of(List<BatchFact> all, int minRecent) {
        return of(all, minRecent, Optional.empty());
    }

    /**
     * @param minRecent minimum number of recent batches, if there are that many since the codec changed
     * @param codecChanged a time shortly before producers changed their codec; empty if they did not
     */
    static LogFacts of(List<BatchFact> all, int minRecent, Optional<Instant> codecChanged) {
        return new LogFacts(all, minRecent, codecChanged);
    }

    /**
     * Decompresses each batch once.
     *
     * @param minRecent minimum number of recent batches, if there are that many
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
            // The topic's profile reports it.
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
     * Sorts by timestamp. Batches with the same timestamp, which may be all of them, are sorted by the share of their
     * bytes that follows in their partition: the ends of all partitions are newer than the beginnings.
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

    /** Batches that are not recent. */
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

    /** Share of the uncompressed bytes in certain batches. Codecs can only be compared by uncompressed bytes. */
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

    /** Share of the stored bytes in uncompressed batches. */
    static double rawStoredShare(List<BatchFact> facts) {
        List<BatchFact> raw = facts.stream().filter(BatchFact::isRaw).toList();
        return (double) stored(raw) / Math.max(1, stored(facts));
    }
}
