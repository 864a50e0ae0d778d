package dev.squeeze.feature.copy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.workers.CrewMember;
import dev.squeeze.engine.workers.SharedWork;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.GroupOffsets;
import dev.squeeze.kit.kafka.LinkBytes;
import dev.squeeze.kit.kafka.PartitionId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The coordinator's side of copying with workers: assigns the shares, adds up what workers report, and at the end reads
 * the committed positions and counts. Not thread-safe.
 */
final class SharedCopy implements TopicCopier.Hands, SharedWork.Listener {
    private static final long PAUSE_MILLIS = 50;
    private static final long SAMPLE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    private final CopyFleet fleet;
    private final CopyRun run;
    private final ShareLog log;
    private long sampledNanos;
    private List<CopyTotals> sampled = List.of();
    /** Bytes on workers' connections that were already counted in earlier sessions. */
    private final Map<Integer, Long> sentBefore = new HashMap<>();

    private long fetchedBefore;
    private final Map<String, TreeSet<Integer>> takenOver = new TreeMap<>();

    SharedCopy(CopyFleet fleet, CopyRun run) {
        this.fleet = fleet;
        this.run = run;
        this.log = fleet.log();
    }

    @Override
    public boolean copy(CopySession session) {
        SharedWork work = fleet.share(tasks(), this);
        sampledNanos = System.nanoTime();
        sampled = totals();
        boolean grown = false;
        long deadlineNanos = Long.MAX_VALUE;
        try {
            while (!work.step() && (deadlineNanos == Long.MAX_VALUE || work.isAnybodyAtWork())) {
                sample(false);
                long now = System.nanoTime();
                if (deadlineNanos == Long.MAX_VALUE) {
                    grown = run.plan().follow() && session.findsPartitionsAdded();
                    if (grown || run.mustStop()) {
                        work.stop(CopyWork.STOP);
                        // Time for a round and its commit; what takes longer is repeated from the last commit.
                        deadlineNanos =
                                now + run.plan().timeLimit().multipliedBy(2).toNanos();
                    }
                } else if (now > deadlineNanos) {
                    break;
                }
                pause();
            }
        } catch (ClusterException e) {
            CopyException failed = new CopyException(
                    e.getMessage() + "; what was copied is kept: run the same command again to continue", e);
            settleAfter(failed, session, work);
            throw failed;
        }
        sample(true);
        settle(session, work);
        return !grown || run.mustStop();
    }

    private static void pause() {
        try {
            TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CopyException("copying was interrupted: run the same command again to continue", e);
        }
    }

    private List<ObjectNode> tasks() {
        CopyTopics.Source source = run.found().orElseThrow();
        fleet.copies(source.partitions());
        List<String> targetIds = run.plan().targets().stream()
                .map(target -> run.topic(target).orElseThrow().id())
                .toList();
        List<ObjectNode> tasks = new ArrayList<>();
        for (int unit = 0; unit < fleet.units(); unit++) {
            Map<Integer, Long> ends = new TreeMap<>(run.ends());
            List<Integer> own = log.partitionsOf(unit, source.partitions());
            ends.keySet().retainAll(own);
            CopyShare share = new CopyShare(
                    new CopyOwner(run.id(), 0, unit), fleet.units(), source.id(), targetIds, source.partitions(), ends);
            double part = Math.max(1, own.size()) / (double) Math.max(1, source.partitions());
            tasks.add(fleet.task(run.plan().atRateOf(part), share, List.of()).toJson());
        }
        return tasks;
    }

    @Override
    public void began(int unit, CrewMember worker) {
        log.began(unit, worker);
    }

    @Override
    public void moved(int unit, CrewMember from, CrewMember to, boolean isLost) {
        log.moved(from, isLost);
        if (isLost) {
            takenOver
                    .computeIfAbsent(
                            "worker " + from.name() + " died, was paused, cut off or ended: " + to.name()
                                    + " continues",
                            words -> new TreeSet<>())
                    .addAll(log.partitionsOf(unit, run.found().orElseThrow().partitions()));
        }
    }

    /** All shares of a worker are taken over at the same time, so print one line for all of them. */
    private void sayTakenOver() {
        takenOver.forEach((words, partitions) -> fleet.say(words
                + (partitions.size() == 1 ? " partition " : " partitions ")
                + partitions.stream().map(String::valueOf).collect(Collectors.joining(", "))));
        takenOver.clear();
    }

    @Override
    public void progress(int unit, CrewMember worker, JsonNode body) {
        log.reached(unit, ShareProgress.of(body));
    }

    @Override
    public void done(int unit, CrewMember worker, JsonNode body) {
        log.reached(unit, ShareProgress.of(body));
        log.resumed(worker, body.path("recoveryCount").asInt());
        body.path("compacted").forEach(line -> fleet.say(line.asText()));
        for (int copy = 0; copy < run.plan().targets().size(); copy++) {
            List<CopyGap> gaps = new ArrayList<>();
            body.path("gaps")
                    .path(copy)
                    .forEach(gap -> gaps.add(new CopyGap(
                            gap.path(0).asInt(),
                            gap.path(1).asLong(),
                            gap.path(2).asLong())));
            run.tally(copy).add(gaps);
        }
    }

    /** Totals of each copy, over all workers. */
    private List<CopyTotals> totals() {
        Map<Integer, ShareProgress> latest = log.latest();
        return IntStream.range(0, run.plan().targets().size())
                .mapToObj(copy -> latest.values().stream()
                        .map(reached -> reached.copies().get(copy).all())
                        .reduce(CopyTotals.NONE, CopyTotals::plus))
                .toList();
    }

    /** Converts cumulative counts into what happened since the last sample. */
    private void sample(boolean last) {
        long now = System.nanoTime();
        if (now - sampledNanos < SAMPLE_NANOS && !last) {
            return;
        }
        sayTakenOver();
        List<CopyTotals> totals = totals();
        for (int copy = 0; copy < totals.size(); copy++) {
            CopyTimeline.Turn turn = turn(totals.get(copy).since(sampled.get(copy)), now);
            run.tally(copy).reached(totals.get(copy), turn);
        }
        Map<Integer, Long> positions = new TreeMap<>();
        log.latest().values().forEach(reached -> positions.putAll(reached.positions()));
        run.copiedByOthers(positions, totals.get(0), turn(totals.get(0).since(sampled.get(0)), now));
        sampled = totals;
        sampledNanos = now;
    }

    private CopyTimeline.Turn turn(CopyTotals since, long now) {
        return new CopyTimeline.Turn(
                sampledNanos,
                now,
                since.records(),
                since.sourceBytes(),
                since.bytes(),
                since.readCpuNanos(),
                since.clientCpuNanos(),
                OptionalLong.empty(),
                now - sampledNanos);
    }

    private void settleAfter(CopyException failure, CopySession session, SharedWork work) {
        try {
            settle(session, work);
        } catch (RuntimeException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Replaces reported counts with committed ones. Shares that have ended have no open transaction, but its markers
     * may not be written yet, so this waits for them; it does not wait for other shares.
     */
    private void settle(CopySession session, SharedWork work) {
        for (int copy = 0; copy < session.lanes().size(); copy++) {
            CopyLane lane = session.lanes().get(copy);
            Map<Integer, CopyProgress> reached = committed(lane.target(), work);
            lane.learn(reached);
            CopyTotals all = reached.values().stream()
                    .flatMap(partition -> CopyTotals.parse(partition.totals()).stream())
                    .reduce(CopyTotals.NONE, CopyTotals::plus);
            run.tally(copy).continueFrom(all);
            run.counts().sent(copy, new LinkBytes(log.sentBytes(copy) - sentBefore.getOrDefault(copy, 0L), 0));
            sentBefore.put(copy, log.sentBytes(copy));
        }
        run.counts().fetched(new LinkBytes(0, log.fetchedBytes() - fetchedBefore));
        fetchedBefore = log.fetchedBytes();
        if (!session.lanes().isEmpty() && run.isComplete(session.progress())) {
            run.succeeded();
        }
    }

    private Map<Integer, CopyProgress> committed(CopyTarget target, SharedWork work) {
        int partitions = run.found().orElseThrow().partitions();
        Set<PartitionId> ended = IntStream.range(0, partitions)
                .filter(partition -> work.isDone(CopyShare.unitOf(partition, fleet.units())))
                .mapToObj(partition -> new PartitionId(target.topic(), partition))
                .collect(Collectors.toSet());
        Map<PartitionId, GroupOffsets.Stored> stored = new HashMap<>(GroupOffsets.read(
                run.destination().target(), target.id(), run.plan().timeLimit()));
        // No marker needs to be written here: the workers' producers write them.
        stored.putAll(GroupOffsets.readStable(
                run.destination().target(), target.id(), ended, run.plan().timeLimit(), () -> {}));
        String topicId = run.topic(target).orElseThrow().id();
        Map<Integer, CopyProgress> reached = new TreeMap<>();
        stored.forEach((partition, offset) -> CopyProgress.parse(offset.offset(), offset.metadata())
                .filter(progress -> progress.target().equals(topicId)
                        && CopyOwner.parse(progress.owner()).run().equals(run.id()))
                .ifPresent(progress -> reached.put(partition.partition(), progress)));
        return reached;
    }
}
