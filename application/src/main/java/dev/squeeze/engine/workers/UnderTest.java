package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The clusters that a worker allows work on, identified by their cluster ids: a task is for one cluster only. */
public final class UnderTest {
    private final Map<String, Optional<String>> ids = new ConcurrentHashMap<>();

    /**
     * Checks that a task is for this cluster.
     *
     * @param own the cluster that the worker's owner named
     * @param wanted id of the cluster under test; empty if it does not report one
     * @throws ClusterException when it is a different cluster; the message says how to start the worker
     */
    public void require(RemoteCluster own, Optional<String> wanted, Duration timeout) {
        Optional<String> found = ids.computeIfAbsent(own.bootstrap(), address -> {
            try (ClusterFacts facts = ClusterFacts.open(own, timeout)) {
                return facts.id();
            }
        });
        if (!found.equals(wanted)) {
            throw new ClusterException("the cluster at " + own.bootstrap() + " has the id " + found.orElse("(none)")
                    + ", but the run is for the cluster " + wanted.orElse("(none)")
                    + ": start the worker with --under-test HOST:PORT of that cluster");
        }
    }
}
