package dev.squeeze.feature.copy;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.squeeze.engine.workers.Crew;
import dev.squeeze.engine.workers.SharedWork;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.ClusterTarget;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** Workers that copy and compare instead of this process. */
final class CopyFleet implements AutoCloseable {
    /**
     * More than one share per expected worker, so that shares can move to workers that join later, or to those that
     * remain.
     */
    private static final int SHARES_PER_WORKER = 4;

    private static final int MIN_SHARES = 16;
    private static final int MAX_SHARES = 200;

    private final Crew crew;
    private final Consumer<String> say;
    private final String sourceCluster;
    private final String destinationCluster;
    private final Optional<String> control;
    private final ShareLog log;
    private int partitions;

    /** @param say prints a line for the user */
    CopyFleet(Crew crew, ClusterTarget source, ClusterTarget destination, Consumer<String> say) {
        this.crew = crew;
        this.say = say;
        Duration timeout = crew.plan().timeout();
        this.sourceCluster = id(source, timeout);
        this.destinationCluster = id(destination, timeout);
        String address = crew.plan().control().bootstrap();
        this.control = Optional.of(address).filter(other -> !other.equals(source.bootstrap()));
        this.log = new ShareLog(units());
    }

    private static String id(ClusterTarget cluster, Duration timeout) {
        try (ClusterFacts facts = ClusterFacts.open(cluster, timeout)) {
            return facts.id()
                    .orElseThrow(() -> new ClusterException("the cluster at " + cluster.bootstrap()
                            + " reports no id, and workers identify clusters by their ids: copy without --workers"));
        }
    }

    /** The number of shares that the partitions are divided into; it does not change while the copy runs. */
    static int shares(int partitions, int workers) {
        return Math.max(
                1, Math.min(Math.min(partitions, MAX_SHARES), Math.max(MIN_SHARES, SHARES_PER_WORKER * workers)));
    }

    int units() {
        return crew.plan().slots();
    }

    /** @param number how many partitions the source currently has */
    void copies(int number) {
        partitions = number;
    }

    void say(String line) {
        say.accept(line);
    }

    SharedWork share(List<ObjectNode> tasks, SharedWork.Listener listener) {
        return new SharedWork(crew, CopyTask.KIND, tasks, listener, say);
    }

    CopyTask task(CopyPlan plan, CopyShare share, List<List<CopyReport.PartitionProgress>> compared) {
        return new CopyTask(plan, share, sourceCluster, destinationCluster, compared);
    }

    /** Waits until the requested number of workers have joined. */
    void gather() {
        crew.gatherSharing();
    }

    /** Which worker has which share, and its progress. */
    ShareLog log() {
        return log;
    }

    /** What each worker has copied so far. */
    CopyWorkers workers() {
        return new CopyWorkers(
                crew.plan().topics().group(), control, units(), log.members(partitions), log.handovers());
    }

    /** Ends the run: releases the workers and deletes its topics on the control cluster. */
    @Override
    public void close() {
        crew.close();
    }
}
