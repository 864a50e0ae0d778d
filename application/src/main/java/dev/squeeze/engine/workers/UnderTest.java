package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** The clusters that a worker lets work go to, by the ids that they report: a task is for one cluster only. */
public final class UnderTest {
    private final Map<String, Optional<String>> ids = new ConcurrentHashMap<>();

    /**
     * Finds out whether a task is for this cluster.
     *
     * @param own the cluster that the worker's owner named
     * @param wanted id of the cluster that the run is about; empty where it reports none
     * @throws ClusterException when it is another one; the message says how to start the worker
     */
    public void require(RemoteCluster own, Optional<String> wanted, Duration timeout) {
        Optional<String> found = ids.computeIfAbsent(own.bootstrap(), address -> {
            try (ClusterFacts facts = ClusterFacts.open(own, timeout)) {
                return facts.id();
            }
        });
        if (!found.equals(wanted)) {
            throw new ClusterException("the cluster at " + own.bootstrap() + " has the id " + found.orElse("(none)")
                    + ", and the run is about " + wanted.orElse("(none)")
                    + ": start the worker with --under-test HOST:PORT of that cluster");
        }
    }
}
