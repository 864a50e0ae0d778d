package dev.squeeze.feature.copy;

import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.GroupOffsets;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.kafka.RawFetcher;
import dev.squeeze.kit.kafka.StreamEnd;
import dev.squeeze.kit.kafka.TransactionalProducer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;

/**
 * Opens the copies of a session. All of them are checked before any is changed: a command that is refused has created
 * nothing, and has ended no other copy by taking its transactional id.
 */
final class CopyDestinations implements AutoCloseable {
    /** How long a transaction may take when the network is suddenly slow; brokers allow 15 minutes by default. */
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(5);

    private static final int PROBE_BYTES = 64 << 10;

    private final CopyRun run;
    private final CopyPlan plan;
    private final ClusterTarget cluster;
    private final CopyTopics.Source source;
    private final Supplier<Map<Integer, Long>> starts;
    private final List<RawClient> clients = new ArrayList<>();

    /**
     * @param earlier progress of the partitions that were begun before
     */
    private record Found(Optional<CopyTopics.Destination> topic, Map<Integer, CopyProgress> earlier) {}

    /** @param starts where the partitions of a copy begin that has no progress yet */
    CopyDestinations(CopyRun run, CopyTopics.Source source, Supplier<Map<Integer, Long>> starts) {
        this.run = run;
        this.plan = run.plan();
        this.cluster = run.destination().target();
        this.source = source;
        this.starts = starts;
    }

    /**
     * In the order of the plan.
     *
     * @param threads for packing; not closed with the lanes
     * @throws CopyException when a topic cannot hold the copy, or holds something else
     */
    List<CopyLane> open(RawClientOptions options, ExecutorService threads) {
        List<Found> found = new ArrayList<>();
        for (CopyTarget target : plan.targets()) {
            RawClient client = RawClient.open(cluster.connection(), options);
            clients.add(client);
            found.add(find(target, client));
        }
        List<CopyLane> lanes = new ArrayList<>();
        try {
            for (int i = 0; i < found.size(); i++) {
                lanes.add(lane(i, found.get(i), threads));
            }
            clients.clear();
            return lanes;
        } catch (RuntimeException e) {
            lanes.forEach(CopyLane::close);
            clients.subList(0, lanes.size()).clear();
            throw e;
        }
    }

    private Found find(CopyTarget target, RawClient client) {
        Optional<CopyTopics.Destination> before = run.topic(target);
        Optional<CopyTopics.Destination> now = CopyTopics.find(cluster, client, target, source, plan);
        if (now.isEmpty()) {
            if (before.isPresent()) {
                throw new GoneException("topic " + target.topic() + " of " + cluster.bootstrap());
            }
            return new Found(now, Map.of());
        }
        if (before.isPresent() && !before.get().id().equals(now.get().id())) {
            throw new CopyException(
                    "topic " + target.topic() + " was deleted and created again while it was copied to");
        }
        // A run that was killed may have left a transaction open, which ends when this one takes over, or by its
        // timeout.
        Map<PartitionId, GroupOffsets.Stored> committed = GroupOffsets.read(cluster, target.id(), plan.timeLimit());
        Found found = new Found(now, progress(target, now.get(), committed));
        requireFitting(target, found);
        requireEmpty(client, target, found);
        return found;
    }

    private void requireFitting(CopyTarget target, Found found) {
        CopyTopics.Destination topic = found.topic().orElseThrow();
        int partitions = topic.partitions();
        // A topic that a copy created without beginning is empty, which is checked next.
        boolean isCopy = !found.earlier().isEmpty() || topic.madeByCopy();
        boolean canGrow = partitions < source.partitions() && isCopy;
        if (partitions != source.partitions() && !canGrow) {
            throw new CopyException("topic " + target.topic() + " has " + partitions + " partitions and the source "
                    + source.partitions()
                    + ": a copy keeps every record in its partition; choose another topic with --to-topic"
                    + (partitions < source.partitions()
                            ? ", or add the missing partitions with "
                                    + CopyTopics.addingPartitions(cluster, target, source)
                            : ""));
        }
    }

    /** What earlier runs have committed, of partitions that are copied. */
    private Map<Integer, CopyProgress> progress(
            CopyTarget target, CopyTopics.Destination topic, Map<PartitionId, GroupOffsets.Stored> stored) {
        Map<Integer, CopyProgress> progress = new TreeMap<>();
        for (PartitionId partition : partitions(target, source.partitions())) {
            GroupOffsets.Stored offset = stored.get(partition);
            Optional<CopyProgress> earlier =
                    offset == null ? Optional.empty() : CopyProgress.parse(offset.offset(), offset.metadata());
            if (earlier.isEmpty() || !earlier.get().target().equals(topic.id())) {
                continue;
            }
            if (!earlier.get().source().equals(source.id())) {
                throw new CopyException("topic " + target.topic() + " is a copy of another topic, or of one named "
                        + plan.topic() + " that was deleted since: choose another --to-topic");
            }
            if (run.isOwner(target) && !earlier.get().owner().equals(run.id())) {
                throw new CopyException(
                        "another run has taken over the copy " + target.topic()
                                + ", and only one can write it: this one ends, and the other continues from what was committed");
            }
            progress.put(partition.partition(), earlier.get());
        }
        return progress;
    }

    private static List<PartitionId> partitions(CopyTarget target, int count) {
        List<PartitionId> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            all.add(new PartitionId(target.topic(), i));
        }
        return all;
    }

    /** Control batches may be there: those of a transaction that was open when a topic of the same name was deleted. */
    private void requireEmpty(RawClient client, CopyTarget target, Found found) {
        int there = Math.min(source.partitions(), found.topic().orElseThrow().partitions());
        List<PartitionId> fresh = partitions(target, there).stream()
                .filter(partition -> !found.earlier().containsKey(partition.partition()))
                .toList();
        if (fresh.isEmpty()) {
            return;
        }
        RawFetcher fetcher = new RawFetcher(client);
        fetcher.offsets(fresh).forEach((partition, range) -> {
            StreamEnd end = range.isEmpty()
                    ? new StreamEnd.LogEnd(range.latest())
                    : fetcher.stream(
                            partition, range.earliest(), range.latest(), PROBE_BYTES, header -> header.isControl());
            if (end instanceof StreamEnd.Stopped || end instanceof StreamEnd.OldFormat) {
                throw new CopyException(
                        "partition " + partition + " of the destination holds records that no copy wrote,"
                                + " or whose progress has expired (after offsets.retention.minutes): choose another"
                                + " --to-topic, or delete the topic");
            }
        });
    }

    /** Changes the topic: creates it or adds partitions, and fences the run that wrote it before. */
    private CopyLane lane(int index, Found found, ExecutorService threads) {
        CopyTarget target = plan.targets().get(index);
        RawClient client = clients.get(index);
        CopyTopics.Destination topic =
                found.topic().orElseGet(() -> CopyTopics.create(cluster, client, target, source, plan));
        if (topic.partitions() < source.partitions()) {
            topic = CopyTopics.grow(cluster, client, target, source, plan, topic);
        }
        client.pin(topic.layout());
        run.opened(target, topic);
        TransactionalProducer producer = TransactionalProducer.open(client, target.id(), TRANSACTION_TIMEOUT);
        // Only now nobody else can commit any more.
        Map<Integer, CopyProgress> progress =
                progress(target, topic, GroupOffsets.readStable(cluster, target.id(), plan.timeLimit()));
        requireEmpty(client, target, new Found(Optional.of(topic), progress));
        begin(topic, progress);
        int largest = topic.largestBatchBytes();
        CopyLane lane = new CopyLane(
                target,
                run.id(),
                client,
                producer,
                new PackPool(threads, () -> new BatchPacker(plan.topic(), target.codec(), largest)),
                progress,
                run.tally(index));
        lane.begin();
        run.owns(target);
        return lane;
    }

    /** A partition that was added to a source which is copied already is new from its first record on. */
    private void begin(CopyTopics.Destination topic, Map<Integer, CopyProgress> progress) {
        Map<Integer, Long> begin = progress.isEmpty() ? starts.get() : Map.of();
        for (int i = 0; i < source.partitions(); i++) {
            progress.putIfAbsent(i, CopyProgress.begin(source.id(), topic.id(), begin.getOrDefault(i, 0L)));
        }
    }

    /** Closes the connections that no copy uses. */
    @Override
    public void close() {
        clients.forEach(RawClient::close);
    }
}
