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

/** Shares of {@code squeeze copy --workers}, between clusters that the worker's owner named. */
public final class CopyWorkKind implements WorkKind {
    private final Map<String, Optional<String>> clusterIds = new ConcurrentHashMap<>();

    @Override
    public String name() {
        return CopyTask.KIND;
    }

    /** A copy reads and writes topics that the task names, not only those of a benchmark. */
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
        throw new ClusterException(
                "this worker knows no cluster with the id " + id + ", which has " + what
                        + ": start it with --under-test of that cluster as well, or with --to-bootstrap-server where that names another");
    }
}
