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
 * The cluster that an experiment's stages share: the user's, or embedded brokers that are started when the first stage
 * needs them and end with the experiment.
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
     * Embedded brokers for one stage; empty where the user's cluster is named in the stage's own words.
     *
     * @throws ClusterException when they cannot be started; tried once
     * @throws StoppedException when the user interrupts it
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

    /** Where its brokers listen, once there are any. */
    String address() {
        return remote.map(RemoteCluster::bootstrap)
                .or(() -> started.flatMap(LiveSession::embedded).map(EmbeddedCluster::bootstrap))
                .orElse(StageCommands.NO_ADDRESS);
    }

    /** Deletes the topics of a run from the user's cluster, and says which stay. */
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
