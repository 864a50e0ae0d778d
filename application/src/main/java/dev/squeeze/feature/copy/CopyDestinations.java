package dev.squeeze.feature.copy;

import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.GroupOffsets;
import dev.squeeze.kit.kafka.PartitionId;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.kafka.RawFetcher;
import dev.squeeze.kit.kafka.StreamEnd;
import dev.squeeze.kit.kafka.TransactionalProducer;
import dev.squeeze.kit.kafka.TransactionalProducer.GroupOffset;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Opens the copies of a session. All of them are checked before any is changed: a command that is rejected has neither
 * created a topic nor ended another copy by taking its transactional id.
 */
final class CopyDestinations implements AutoCloseable {
    /** Leaves room for a network that suddenly becomes slow; brokers allow 15 minutes by default. */
    private static final Duration TRANSACTION_TIMEOUT = Duration.ofMinutes(5);

    private static final int PROBE_BYTES = 64 << 10;

    private final CopyRun run;
    private final CopyPlan plan;
    private final ClusterTarget cluster;
    private final CopyTopics.Source source;
    private final Supplier<Map<Integer, Long>> starts;
    private final List<RawClient> clients = new ArrayList<>();

    /** @param earlier progress of the partitions that an earlier run has started */
    private record Found(Optional<CopyTopics.Destination> topic, Map<Integer, CopyProgress> earlier) {}

    /** @param starts where the partitions of a copy without any progress start */
    CopyDestinations(CopyRun run, CopyTopics.Source source, Supplier<Map<Integer, Long>> starts) {
        this.run = run;
        this.plan = run.plan();
        this.cluster = run.destination().target();
        this.source = source;
        this.starts = starts;
    }

    /**
     * Opens the copies, in the order of the plan.
     *
     * @param threads for compressing; not closed with the lanes
     * @throws CopyException if a topic cannot hold the copy, or contains other records
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
            if (before.isPresent() || run.share().isPresent()) {
                throw new GoneException("topic " + target.topic() + " of " + cluster.bootstrap());
            }
            return new Found(now, Map.of());
        }
        requireOfShare(target, now.get());
        if (before.isPresent() && !before.get().id().equals(now.get().id())) {
            throw new CopyException(
                    "topic " + target.topic() + " was deleted and created again while it was copied to");
        }
        // A run that was killed may have left a transaction open. It ends when this run takes over, or when it times
        // out.
        Map<PartitionId, GroupOffsets.Stored> committed = GroupOffsets.read(cluster, target.id(), plan.timeLimit());
        Found found = new Found(now, progress(target, now.get(), committed));
        if (run.share().isEmpty()) {
            requireFitting(target, found);
        }
        requireEmpty(client, target, found);
        return found;
    }

    /** The coordinator has checked the topic; a topic of the same name with another id is a different copy. */
    private void requireOfShare(CopyTarget target, CopyTopics.Destination topic) {
        if (run.share().isPresent()
                && !run.share()
                        .get()
                        .targetIds()
                        .get(plan.targets().indexOf(target))
                        .equals(topic.id())) {
            throw new CopyException("topic " + target.topic() + " of " + cluster.bootstrap()
                    + " is not the one that the run copies into, or was deleted and created again since");
        }
    }

    private void requireFitting(CopyTarget target, Found found) {
        CopyTopics.Destination topic = found.topic().orElseThrow();
        int partitions = topic.partitions();
        // If a run created the topic and copied nothing, it is empty, which is checked next.
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

    /** The progress that earlier runs have committed for the partitions to copy. */
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
            requireMine(target, CopyOwner.parse(earlier.get().owner()));
            progress.put(partition.partition(), earlier.get());
        }
        return progress;
    }

    /** A share belongs to its worker until the coordinator gives it to another one, with a higher work number. */
    private void requireMine(CopyTarget target, CopyOwner found) {
        Optional<CopyOwner> share = run.share().map(CopyShare::owner);
        boolean sameRun = found.run().equals(share.map(CopyOwner::run).orElseGet(run::id));
        if ((run.isOwner(target) || share.isPresent()) && !sameRun) {
            throw new CopyException("another run has taken over the copy " + target.topic()
                    + ", and only one can write it: this one ends, and the other continues from what was committed");
        }
        if (share.isPresent() && found.work() > share.get().work()) {
            throw new TakenOverException(target.topic(), found);
        }
    }

    private List<PartitionId> partitions(CopyTarget target, int count) {
        return run.partitions(count).stream()
                .map(partition -> new PartitionId(target.topic(), partition))
                .toList();
    }

    /**
     * Control batches are allowed: they may be from a transaction that was open when a topic of the same name was
     * deleted.
     */
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
            // A leader that reads from remote storage may return nothing although there are records. Tiered topics are
            // not compacted, so there must be some.
            boolean unread = end instanceof StreamEnd.LogEnd
                    && end.nextOffset() < range.latest()
                    && end.nextOffset()
                            < fetcher.localStarts(List.of(partition)).getOrDefault(partition, 0L);
            if (end instanceof StreamEnd.Stopped || end instanceof StreamEnd.OldFormat || unread) {
                throw new CopyException(
                        "partition " + partition + " of the destination contains records that no copy has written,"
                                + " or whose progress has expired (after offsets.retention.minutes): choose another"
                                + " --to-topic, or delete the topic");
            }
        });
    }

    /** Changes the topic: creates it or adds partitions, and fences the run that wrote to it before. */
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
        TransactionalProducer producer =
                TransactionalProducer.open(client, run.transactionalId(target), TRANSACTION_TIMEOUT);
        if (run.share().isEmpty()) {
            takeFromWorkers(target, topic, client);
        }
        // From here on, nobody else can commit.
        Map<Integer, CopyProgress> progress =
                progress(target, topic, stable(target, run.partitions(source.partitions()), producer));
        requireEmpty(client, target, new Found(Optional.of(topic), progress));
        if (run.share().isPresent()) {
            continueShare(index, progress);
        } else {
            begin(topic, progress);
        }
        int largest = topic.largestBatchBytes();
        CopyLane lane = new CopyLane(
                target,
                run,
                client,
                producer,
                new PackPool(threads, () -> new BatchPacker(plan.topic(), target.codec(), largest)),
                progress,
                run.tally(index));
        lane.begin();
        run.owns(target);
        return lane;
    }

    /** @param producer the only producer that can still commit them */
    private Map<PartitionId, GroupOffsets.Stored> stable(
            CopyTarget target, List<Integer> partitions, TransactionalProducer producer) {
        return GroupOffsets.readStable(
                cluster,
                target.id(),
                partitions.stream()
                        .map(partition -> new PartitionId(target.topic(), partition))
                        .collect(Collectors.toSet()),
                plan.timeLimit(),
                () -> producer.writeMarker(target.id()));
    }

    /**
     * Takes all shares of the copy from the workers of another run, each with the share's own transactional id. If a
     * worker opens the id again in the meantime, this fails; a worker that opens it later finds the new owner.
     */
    private void takeFromWorkers(CopyTarget target, CopyTopics.Destination topic, RawClient client) {
        Map<PartitionId, GroupOffsets.Stored> stored = GroupOffsets.read(cluster, target.id(), plan.timeLimit());
        Map<String, List<Integer>> shares = new TreeMap<>();
        progress(target, topic, stored).forEach((partition, reached) -> {
            CopyOwner owner = CopyOwner.parse(reached.owner());
            if (!owner.isWhole()) {
                shares.computeIfAbsent(owner.transactionalId(target), id -> new ArrayList<>())
                        .add(partition);
            }
        });
        shares.forEach((id, partitions) -> {
            TransactionalProducer taken = TransactionalProducer.open(client, id, TRANSACTION_TIMEOUT);
            Map<Integer, CopyProgress> now = progress(target, topic, stable(target, partitions, taken));
            Map<PartitionId, GroupOffset> mine = new HashMap<>();
            partitions.forEach(partition -> {
                CopyProgress reached = now.get(partition);
                if (reached != null) {
                    CopyProgress owned = reached.ownedBy(run.owner(partition));
                    mine.put(
                            new PartitionId(target.topic(), partition),
                            new GroupOffset(owned.next(), owned.metadata()));
                }
            });
            taken.commit(target.id(), mine);
        });
    }

    /** Continues the committed counts, no matter which worker had the share. */
    private void continueShare(int index, Map<Integer, CopyProgress> progress) {
        List<Integer> own = run.partitions(source.partitions());
        if (!progress.keySet().containsAll(own)) {
            throw new CopyException(
                    "the positions of the copy " + plan.targets().get(index).topic()
                            + " are gone (they expired after offsets.retention.minutes, or its group was deleted):"
                            + " delete the topic, or"
                            + " choose another --to-topic");
        }
        run.tally(index)
                .continueFrom(own.stream()
                        .map(progress::get)
                        .flatMap(reached -> CopyTotals.parse(reached.totals()).stream())
                        .findFirst()
                        .orElse(CopyTotals.NONE));
    }

    /** A partition that was added to the source after the copy started is copied from its first record. */
    private void begin(CopyTopics.Destination topic, Map<Integer, CopyProgress> progress) {
        Map<Integer, Long> begin = progress.isEmpty() ? starts.get() : Map.of();
        for (int i = 0; i < source.partitions(); i++) {
            progress.putIfAbsent(i, CopyProgress.begin(source.id(), topic.id(), begin.getOrDefault(i, 0L)));
        }
    }

    /** Closes the connections that no lane has taken over. */
    @Override
    public void close() {
        clients.forEach(RawClient::close);
    }
}
