package dev.squeeze.feature.published;

import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.Optional;

/**
 * The cluster that an experiment's stages share: the user's, or embedded brokers that are started when a stage first
 * needs them and are stopped at the end of the experiment.
 */
final class SharedCluster implements AutoCloseable {
    private final Optional<RemoteCluster> remote;
    private final int brokers;
    private final ByteCount heap;
    private final Terminal terminal;
    private Optional<LiveSession> started = Optional.empty();
    private Optional<ClusterException> failure = Optional.empty();

    SharedCluster(Optional<RemoteCluster> remote, int brokers, ByteCount heap, Terminal terminal) {
        this.remote = remote;
        this.brokers = brokers;
        this.heap = heap;
        this.terminal = terminal;
    }

    /**
     * The embedded brokers for a stage; empty if the user's cluster is used, which the stage's own flags name.
     *
     * @throws ClusterException if they cannot be started, which is tried only once
     * @throws StoppedException if the user interrupts the start
     */
    Optional<LiveSession> session() {
        if (remote.isPresent()) {
            return Optional.empty();
        }
        if (failure.isPresent()) {
            throw failure.get();
        }
        if (started.isEmpty()) {
            try {
                started = Optional.of(LiveSession.start(brokers, heap, terminal));
            } catch (ClusterException e) {
                failure = Optional.of(e);
                throw e;
            }
        }
        return started.flatMap(LiveSession::embedded).map(cluster -> LiveSession.shared(cluster, heap.bytes()));
    }

    /** Address of the brokers; {@link StageCommands#NO_ADDRESS} if they have not been started yet. */
    String address() {
        return remote.map(RemoteCluster::bootstrap)
                .or(() -> started.flatMap(LiveSession::embedded).map(EmbeddedCluster::bootstrap))
                .orElse(StageCommands.NO_ADDRESS);
    }

    /** Deletes the topics of a run from the user's cluster; if that fails, tells the user how to find them. */
    void deleteTopics(String run, Duration timeout) {
        if (remote.isEmpty()) {
            return;
        }
        try {
            Topics.delete(remote.get(), Topics.named(remote.get(), run + "-", timeout), timeout);
        } catch (ClusterException e) {
            terminal.err()
                    .println("squeeze: " + e.getMessage() + "; topics of this run begin with " + run
                            + "-: delete those that are left");
            terminal.err().flush();
        }
    }

    @Override
    public void close() {
        started.ifPresent(LiveSession::close);
    }
}
