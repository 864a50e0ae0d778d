package dev.squeeze.feature.copy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.engine.workers.Work;
import dev.squeeze.engine.workers.WorkKind;
import dev.squeeze.engine.workers.WorkPlace;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Shares of {@code squeeze copy --workers}, restricted to the clusters that were named when the worker was started. */
public final class CopyWorkKind implements WorkKind {
    private final Map<String, Optional<String>> clusterIds = new ConcurrentHashMap<>();

    @Override
    public String name() {
        return CopyTask.KIND;
    }

    /** A copy reads and writes topics named by the task, not only benchmark topics. */
    @Override
    public boolean needsConsent() {
        return true;
    }

    @Override
    public Work open(JsonNode json, WorkPlace place) {
        CopyTask task = CopyTask.of(json, place.identity().cores());
        Duration timeout = task.plan().timeLimit();
        RemoteCluster source = cluster(task.sourceCluster(), "the source", place, timeout);
        RemoteCluster destination = cluster(task.destinationCluster(), "the copies", place, timeout);
        return task.compared().isEmpty()
                ? CopyWork.open(task, place, source, destination)
                : CompareWork.open(task, place, source, destination);
    }

    private RemoteCluster cluster(String id, String what, WorkPlace place, Duration timeout) {
        for (RemoteCluster known : place.clusters()) {
            Optional<String> found = clusterIds.computeIfAbsent(known.bootstrap(), address -> {
                try (ClusterFacts facts = ClusterFacts.open(known, timeout)) {
                    return facts.id();
                }
            });
            if (found.filter(id::equals).isPresent()) {
                return known;
            }
        }
        throw new ClusterException("this worker was not started for the cluster with id " + id + ", which has " + what
                + ": restart it with --under-test for that cluster as well, or with --to-bootstrap-server if"
                + " it is a second cluster");
    }
}
