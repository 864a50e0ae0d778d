package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.RemoteCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a worker takes its work from, and which clusters it may use.
 *
 * @param control the cluster used to communicate with the coordinator
 * @param underTest the cluster on which it allows work
 * @param copiesTo a third cluster that copies may be written to or read from; absent for none
 * @param topics topic names of its group
 * @param identity its description of itself
 * @param results folder for a copy of each work item's last answer; absent for none
 * @param timeout limit for an answer of the control cluster
 */
public record WorkerPlan(
        RemoteCluster control,
        RemoteCluster underTest,
        Optional<RemoteCluster> copiesTo,
        ControlTopics topics,
        WorkerIdentity identity,
        Optional<Path> results,
        Duration timeout) {
    /** All distinct clusters that the worker's owner named. */
    List<RemoteCluster> clusters() {
        return Stream.concat(Stream.of(control, underTest), copiesTo.stream())
                .distinct()
                .toList();
    }
}
