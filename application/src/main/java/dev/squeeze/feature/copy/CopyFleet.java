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
    /** So many shares for each worker that is waited for: workers that come later, and those that are left, get some. */
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

    /** @param say takes a line for people */
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
                            + " reports no id, by which workers know it: copy without --workers"));
        }
    }

    /** How many shares so many partitions are divided into; as long as the copy runs it stays at that. */
    static int shares(int partitions, int workers) {
        return Math.max(
                1, Math.min(Math.min(partitions, MAX_SHARES), Math.max(MIN_SHARES, SHARES_PER_WORKER * workers)));
    }

    int units() {
        return crew.plan().slots();
    }

    /** @param number how many partitions the source has by now */
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

    /** Waits until as many workers as wanted are there. */
    void gather() {
        crew.gatherSharing();
    }

    /** Who has which share, and how far it got. */
    ShareLog log() {
        return log;
    }

    /** Who copied what until now. */
    CopyWorkers workers() {
        return new CopyWorkers(
                crew.plan().topics().group(), control, units(), log.members(partitions), log.handovers());
    }

    /** Ends the run: workers leave, and its topics on the control cluster are deleted. */
    @Override
    public void close() {
        crew.close();
    }
}
