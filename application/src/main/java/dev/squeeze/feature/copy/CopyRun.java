package dev.squeeze.feature.copy;

import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.format.CodecSpans;
import dev.squeeze.kit.kafka.FetchPosition;
import dev.squeeze.kit.kafka.LinkBytes;
import dev.squeeze.kit.kafka.OffsetRange;
import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** What holds for a run of {@link TopicCopier} over all its sessions. */
final class CopyRun {
    private static final long FIRST_BYTES = 1 << 20;
    private static final long MAX_ROUND_BYTES = 32L << 20;
    private static final Duration LONGEST_READ = Duration.ofSeconds(1);
    /** Far less than the time after which brokers abort a transaction, and about as long as one is open otherwise. */
    private static final Duration LONGEST_WRITE = Duration.ofSeconds(2);
    /** Requests of an attempt, one after the other, of which each may take the time limit before the last one fails. */
    private static final int REQUESTS_PER_ATTEMPT = 3;
    /** Columns that a chart has room for, on a phone too. */
    private static final int MOST_SPANS = 40;

    final CopyPlan plan;
    final ClusterTarget source;
    final LiveCluster destination;
    final List<CopyTally> tallies = new ArrayList<>();
    final Map<CopyTarget, CopyTopics.Destination> destinations = new HashMap<>();
    /** Tells this run from others that copy the same. */
    final String id = UUID.randomUUID().toString();
    /** Copies whose progress bears the id, unless another run has taken them over. */
    final Set<CopyTarget> owned = new HashSet<>();

    final TransferSize readSize;
    final TransferSize roundSize;
    final RetrySeries failures;
    private final CopyListener listener;
    private final BooleanSupplier stop;
    private final long startNanos = System.nanoTime();
    private Optional<CopyTopics.Source> found = Optional.empty();
    private Optional<Map<Integer, Long>> ends = Optional.empty();
    private final Map<Integer, Long> positions = new TreeMap<>();
    private final Map<Integer, Long> firstPositions = new TreeMap<>();
    private final Map<Integer, LinkBytes> links = new HashMap<>();
    private LinkBytes fetched = LinkBytes.NONE;
    private long records;
    private long storedBytes;
    private final CopyTimeline sourceTimeline = new CopyTimeline();
    private final CodecSpans sourceSpans = new CodecSpans(MOST_SPANS);
    private final Map<Integer, Long> countedTo = new HashMap<>();
    private Supplier<CopyReport> soFar = () -> {
        throw new IllegalStateException("not copying");
    };

    CopyRun(CopyPlan plan, ClusterTarget source, LiveCluster destination, CopyListener listener, BooleanSupplier stop) {
        this.plan = plan;
        this.source = source;
        this.destination = destination;
        this.listener = listener;
        this.stop = stop;
        plan.targets().forEach(target -> tallies.add(new CopyTally()));
        Duration share = plan.timeLimit().dividedBy(4);
        this.readSize = new TransferSize(
                SourceReader.MIN_BYTES, FIRST_BYTES, SourceReader.MAX_BYTES, shorter(LONGEST_READ, share));
        this.roundSize =
                new TransferSize(SourceReader.MIN_BYTES, FIRST_BYTES, MAX_ROUND_BYTES, shorter(LONGEST_WRITE, share));
        this.failures = new RetrySeries(
                plan.patience(),
                plan.timeLimit().multipliedBy(REQUESTS_PER_ATTEMPT).plus(TopicCopier.LONGEST_PAUSE));
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    /**
     * The source as it was found; another topic of that name is another source.
     *
     * @return what to copy of it: with the partitions of the first time, unless they are followed too
     * @throws CopyException when it is another topic than the first time
     */
    CopyTopics.Source found(CopyTopics.Source now) {
        if (found.isPresent() && !found.get().id().equals(now.id())) {
            throw new CopyException(
                    "topic " + plan.topic() + " of the source was deleted and created again while it was" + " copied");
        }
        CopyTopics.Source wanted = plan.follow() || found.isEmpty()
                ? now
                : now.withPartitions(Math.min(now.partitions(), found.get().partitions()));
        found = Optional.of(wanted);
        return wanted;
    }

    Optional<CopyTopics.Source> found() {
        return found;
    }

    /** Where to stop: what was there at the first look, or nowhere. */
    Map<Integer, Long> ends(Map<Integer, OffsetRange> offsets) {
        if (plan.follow()) {
            return Map.of();
        }
        if (ends.isEmpty()) {
            Map<Integer, Long> latest = new TreeMap<>();
            offsets.forEach((partition, range) -> latest.put(partition, range.latest()));
            ends = Optional.of(latest);
        }
        return ends.get();
    }

    /** Whether every copy has come to where it was to end. */
    boolean isComplete(List<Map<Integer, CopyProgress>> reached) {
        return ends.isPresent()
                && !reached.isEmpty()
                && reached.stream()
                        .allMatch(one -> ends.get().entrySet().stream().allMatch(end -> {
                            CopyProgress partition = one.get(end.getKey());
                            return partition != null && partition.next() >= end.getValue();
                        }));
    }

    boolean mustStop() {
        return stop.getAsBoolean()
                || plan.duration()
                        .filter(most -> elapsed().compareTo(most) >= 0)
                        .isPresent();
    }

    boolean isStopped() {
        return stop.getAsBoolean();
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    void copied(CopyRound round) {
        records += round.records;
        storedBytes += round.storedBytes;
        positions.putAll(round.next);
        sourceTimeline.add(new CopyTimeline.Round(
                round.fromNanos,
                round.toNanos,
                round.records,
                round.storedBytes,
                0,
                0,
                round.readCpuNanos,
                -1,
                round.toNanos - round.fromNanos));
        count(round);
        listener.copied(records, storedBytes, fraction());
        listener.soFar(soFar);
    }

    /** Each batch once, although it is read again after a failure, and comes in parts where copies begin within it. */
    private void count(CopyRound round) {
        BatchHeader header = new BatchHeader();
        round.batches.forEach((partition, batches) -> {
            long counted = countedTo.getOrDefault(partition, -1L);
            for (SourceBatch batch : batches) {
                header.wrap(batch.bytes(), batch.bytes().position());
                if (header.lastOffset() > counted) {
                    sourceSpans.add(header);
                    counted = header.lastOffset();
                }
            }
            countedTo.put(partition, counted);
        });
    }

    /** What is told of the run after each round, if the listener wants it. */
    void tells(Supplier<CopyReport> report) {
        soFar = report;
    }

    List<CodecSpan> sourceSpans() {
        return sourceSpans.spans();
    }

    List<CopyPoint> sourceOverTime() {
        return sourceTimeline.points(startNanos);
    }

    List<CopyPoint> overTime(CopyTally tally) {
        return tally.timeline.points(startNanos);
    }

    /** Both sides answered, and all that was read so far is committed. */
    void isWell() {
        failures.succeeded();
    }

    void begins(Map<Integer, FetchPosition> at) {
        at.forEach((partition, position) -> {
            firstPositions.putIfAbsent(partition, position.offset());
            positions.put(partition, position.offset());
        });
    }

    private double fraction() {
        if (ends.isEmpty()) {
            return 0;
        }
        double all = 0;
        double done = 0;
        for (Map.Entry<Integer, Long> end : ends.get().entrySet()) {
            long first = firstPositions.getOrDefault(end.getKey(), 0L);
            all += Math.max(0, end.getValue() - first);
            done += Math.max(0, Math.min(end.getValue(), positions.getOrDefault(end.getKey(), first)) - first);
        }
        return all == 0 ? 1 : done / all;
    }

    /** What went over a copy's connections in a session that is over. */
    void sent(int target, LinkBytes bytes) {
        links.merge(target, bytes, LinkBytes::plus);
    }

    /** The same of the source's. */
    void fetched(LinkBytes bytes) {
        fetched = fetched.plus(bytes);
    }

    LinkBytes linkOf(int target) {
        return links.getOrDefault(target, LinkBytes.NONE);
    }

    LinkBytes linkOfSource() {
        return fetched;
    }

    void waiting(String why) {
        listener.waiting(why);
    }

    /** The rate in bytes as the source stores them, by the records so far; 1 before there are any. */
    double bytesPerSecond(ArrivalRate rate) {
        if (rate instanceof ArrivalRate.BytesPerSecond bytes) {
            return bytes.bytesPerSecond();
        }
        return records == 0 ? 1 : rate.recordsPerSecond(1) * storedBytes / records;
    }

    /** How far ahead of the wanted rate the copying is, on average since the start. */
    Duration aheadOfRate() {
        if (plan.rate().isEmpty()) {
            return Duration.ZERO;
        }
        double due = plan.rate().get() instanceof ArrivalRate.BytesPerSecond rate
                ? storedBytes / rate.bytesPerSecond()
                : records / plan.rate().get().recordsPerSecond(1);
        double ahead = due - elapsed().toNanos() / 1e9;
        return ahead > 0 ? Duration.ofNanos((long) (1e9 * ahead)) : Duration.ZERO;
    }
}
