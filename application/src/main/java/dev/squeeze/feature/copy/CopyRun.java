package dev.squeeze.feature.copy;

import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.kafka.FetchPosition;
import dev.squeeze.kit.kafka.OffsetRange;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** The state of a run of {@link TopicCopier} that spans all its sessions. */
final class CopyRun {
    private static final long FIRST_BYTES = 1 << 20;
    private static final long MAX_ROUND_BYTES = 32L << 20;
    private static final Duration MAX_READ = Duration.ofSeconds(1);
    /** Far below the transaction timeout of brokers, and about as long as transactions are open anyway. */
    private static final Duration MAX_WRITE = Duration.ofSeconds(2);

    /** The longest pause between two attempts. */
    static final Duration MAX_PAUSE = Duration.ofSeconds(3);

    /** Sequential requests in an attempt, each of which may take the whole time limit before the last one fails. */
    private static final int REQUESTS_PER_ATTEMPT = 3;

    private final CopyPlan plan;
    private final ClusterTarget source;
    private final LiveCluster destination;
    private final CopyListener listener;
    private final BooleanSupplier stop;
    private final String id = UUID.randomUUID().toString();
    private final Optional<CopyShare> share;
    private final OptionalInt units;
    private final long startNanos = System.nanoTime();
    private final List<CopyTally> tallies;
    private final CopyCounts counts = new CopyCounts();
    private final TransferSize readSize;
    private final TransferSize roundSize;
    private final UnpackedSize unpackedSize = new UnpackedSize();
    private final RetrySeries failures;
    private final Map<CopyTarget, CopyTopics.Destination> topics = new HashMap<>();
    private final Set<CopyTarget> owned = new HashSet<>();
    private final Set<CopyGap> compacted = new HashSet<>();
    private Optional<CopyTopics.Source> found = Optional.empty();
    private Optional<Map<Integer, Long>> ends = Optional.empty();
    private OptionalLong unstableOffsets = OptionalLong.empty();
    private Supplier<CopyReport> soFar = () -> {
        throw new IllegalStateException("not copying");
    };

    CopyRun(CopyPlan plan, ClusterTarget source, LiveCluster destination, CopyListener listener, BooleanSupplier stop) {
        this(plan, source, destination, listener, stop, Optional.empty(), OptionalInt.empty());
    }

    private CopyRun(
            CopyPlan plan,
            ClusterTarget source,
            LiveCluster destination,
            CopyListener listener,
            BooleanSupplier stop,
            Optional<CopyShare> share,
            OptionalInt units) {
        this.share = share;
        this.units = units;
        share.filter(some -> !plan.follow()).ifPresent(some -> ends = Optional.of(new TreeMap<>(some.ends())));
        this.plan = plan;
        this.source = source;
        this.destination = destination;
        this.listener = listener;
        this.stop = stop;
        this.tallies = plan.targets().stream().map(target -> new CopyTally()).toList();
        Duration part = plan.timeLimit().dividedBy(4);
        this.readSize =
                new TransferSize(SourceReader.MIN_BYTES, FIRST_BYTES, SourceReader.MAX_BYTES, shorter(MAX_READ, part));
        this.roundSize =
                new TransferSize(SourceReader.MIN_BYTES, FIRST_BYTES, MAX_ROUND_BYTES, shorter(MAX_WRITE, part));
        this.failures = new RetrySeries(
                plan.retryTimeout(),
                plan.timeLimit().multipliedBy(REQUESTS_PER_ATTEMPT).plus(MAX_PAUSE));
    }

    /** A run in a worker, which copies a share of a copy that the coordinator's run has started. */
    static CopyRun ofShare(
            CopyPlan plan,
            CopyShare share,
            ClusterTarget source,
            LiveCluster destination,
            CopyListener listener,
            BooleanSupplier stop) {
        return new CopyRun(plan, source, destination, listener, stop, Optional.of(share), OptionalInt.empty());
    }

    /** A run for which workers copy, in {@code units} shares. */
    static CopyRun inShares(
            CopyPlan plan,
            ClusterTarget source,
            LiveCluster destination,
            CopyListener listener,
            BooleanSupplier stop,
            int units) {
        return new CopyRun(plan, source, destination, listener, stop, Optional.empty(), OptionalInt.of(units));
    }

    private static Duration shorter(Duration left, Duration right) {
        return left.compareTo(right) < 0 ? left : right;
    }

    CopyPlan plan() {
        return plan;
    }

    ClusterTarget source() {
        return source;
    }

    LiveCluster destination() {
        return destination;
    }

    /** Identifies this run among others with the same plan. */
    String id() {
        return id;
    }

    /** The share of the copy that this worker has; absent for a run of the whole copy. */
    Optional<CopyShare> share() {
        return share;
    }

    /** Whether workers copy for this run. */
    boolean isInShares() {
        return units.isPresent();
    }

    /**
     * Whether the position belongs to a worker of this run, which commits it with the transactional id of its share.
     */
    boolean isOfWorkers(CopyProgress reached) {
        return isInShares() && CopyOwner.parse(reached.owner()).isShareOf(id);
    }

    /** The owner that this run commits with a partition's position. */
    CopyOwner owner(int partition) {
        return share.map(CopyShare::owner)
                .orElseGet(() -> units.isPresent()
                        ? new CopyOwner(id, 0, CopyShare.unitOf(partition, units.getAsInt()))
                        : CopyOwner.whole(id));
    }

    /** The partitions, out of {@code count}, that this run or its workers copy. */
    List<Integer> partitions(int count) {
        return share.map(CopyShare::own)
                .orElseGet(() -> IntStream.range(0, count).boxed().toList());
    }

    /** The transactional id with which this run writes a copy. */
    String transactionalId(CopyTarget target) {
        return share.map(some -> some.owner().transactionalId(target)).orElseGet(target::id);
    }

    /** What a copy has committed, by its index in the plan. */
    CopyTally tally(int target) {
        return tallies.get(target);
    }

    CopyCounts counts() {
        return counts;
    }

    /** The size of a fetch response of the source. */
    TransferSize readSize() {
        return readSize;
    }

    /** The size of a round. */
    TransferSize roundSize() {
        return roundSize;
    }

    /** Estimates the uncompressed size of the source's batches. */
    UnpackedSize unpackedSize() {
        return unpackedSize;
    }

    /** When copying started, by {@link System#nanoTime}. */
    long startNanos() {
        return startNanos;
    }

    /**
     * Checks that the source is still the same topic, and returns it.
     *
     * @return the source with the partitions to copy: those found the first time, unless new ones are followed
     * @throws CopyException if it is not the topic that was found the first time
     */
    CopyTopics.Source found(CopyTopics.Source now) {
        if (found.isPresent() && !found.get().id().equals(now.id())) {
            throw new CopyException(
                    "topic " + plan.topic() + " of the source was deleted and created again while it was copied");
        }
        if (share.isPresent() && !share.get().sourceId().equals(now.id())) {
            throw new CopyException("topic " + plan.topic() + " of " + source.bootstrap()
                    + " is not the one that the run copies, or was deleted and created again since");
        }
        int most = share.map(CopyShare::partitions).orElse(Integer.MAX_VALUE);
        CopyTopics.Source wanted = plan.follow() || found.isEmpty()
                ? now.withPartitions(Math.min(most, now.partitions()))
                : now.withPartitions(Math.min(now.partitions(), found.get().partitions()));
        found = Optional.of(wanted);
        return wanted;
    }

    Optional<CopyTopics.Source> found() {
        return found;
    }

    /** The topic of a copy, once this run has opened it. */
    Optional<CopyTopics.Destination> topic(CopyTarget target) {
        return Optional.ofNullable(topics.get(target));
    }

    void opened(CopyTarget target, CopyTopics.Destination topic) {
        if (topics.putIfAbsent(target, topic) == null) {
            topic.keepsLess().ifPresent(listener::warning);
        }
    }

    /** From now on the copy's progress has this run's id, unless another run takes over. */
    void owns(CopyTarget target) {
        owned.add(target);
    }

    boolean isOwner(CopyTarget target) {
        return owned.contains(target);
    }

    /**
     * Returns the ends at which to stop: those found the first time; empty if the source is followed.
     *
     * @param unstable number of offsets that exist now but cannot be read until open transactions end
     */
    Map<Integer, Long> ends(Map<Integer, OffsetRange> offsets, long unstable) {
        if (plan.follow()) {
            return Map.of();
        }
        if (ends.isEmpty()) {
            Map<Integer, Long> latest = new TreeMap<>();
            offsets.forEach((partition, range) -> latest.put(partition, range.latest()));
            ends = Optional.of(latest);
            unstableOffsets = unstable > 0 ? OptionalLong.of(unstable) : OptionalLong.empty();
        }
        return ends.get();
    }

    /**
     * Number of source offsets after its ends that open transactions kept from being read; absent if there were none.
     */
    OptionalLong unstableOffsets() {
        return unstableOffsets;
    }

    /** Where to stop in each partition; empty while the source is followed. */
    Map<Integer, Long> ends() {
        return ends.orElse(Map.of());
    }

    /** Whether every copy has reached its ends. */
    boolean isComplete(List<Map<Integer, CopyProgress>> reached) {
        return ends.isPresent()
                && !reached.isEmpty()
                && reached.stream()
                        .allMatch(copy -> ends.get().entrySet().stream().allMatch(end -> {
                            CopyProgress partition = copy.get(end.getKey());
                            return partition != null && partition.next() >= end.getValue();
                        }));
    }

    boolean mustStop() {
        return stop.getAsBoolean()
                || plan.duration().filter(max -> elapsed().compareTo(max) >= 0).isPresent();
    }

    boolean isStopped() {
        return stop.getAsBoolean();
    }

    Duration elapsed() {
        return Duration.ofNanos(System.nanoTime() - startNanos);
    }

    void begin(Map<Integer, FetchPosition> at) {
        counts.begin(at);
    }

    void copied(CopyRound round) {
        counts.add(round);
        // A repeated session skips the same offsets again.
        round.compacted().stream().filter(compacted::add).forEach(listener::compacted);
        listener.copied(
                counts.records(),
                counts.storedBytes(),
                ends.map(counts::fraction).orElse(0.0));
        listener.soFar(soFar);
    }

    /** @param report creates the report for a listener that requests it after a round */
    void reportWith(Supplier<CopyReport> report) {
        soFar = report;
    }

    /** Sets what workers have copied so far. */
    void copiedByOthers(Map<Integer, Long> at, CopyTotals now, CopyTimeline.Turn since) {
        counts.reached(at, now, since);
        listener.copied(
                counts.records(),
                counts.storedBytes(),
                ends.map(counts::fraction).orElse(0.0));
        listener.soFar(soFar);
    }

    void waiting(String why) {
        listener.waiting(why);
    }

    /** Both sides responded, and everything read so far is committed. */
    void succeeded() {
        failures.succeeded();
    }

    /** @return whether to retry, with smaller transfers */
    boolean failed() {
        if (!failures.failed(System.nanoTime())) {
            return false;
        }
        readSize.failed();
        roundSize.failed();
        return true;
    }

    /** How far the copying is ahead of the configured rate, on average since the start. */
    Duration aheadOfRate() {
        if (plan.rate().isEmpty()) {
            return Duration.ZERO;
        }
        double ahead = counts.secondsAt(plan.rate().get()) - elapsed().toNanos() / 1e9;
        return ahead > 0 ? Duration.ofNanos((long) (1e9 * ahead)) : Duration.ZERO;
    }
}
