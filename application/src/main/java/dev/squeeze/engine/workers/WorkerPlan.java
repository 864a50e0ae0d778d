package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.RemoteCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Where a worker takes work.
 *
 * @param control the cluster that it is spoken to through
 * @param underTest the cluster that it lets work go to
 * @param copiesTo a third one, which copies may go to or come from; absent for none
 * @param topics of its group
 * @param identity as it introduces itself
 * @param results folder that keeps a copy of each answer that a work ends with; absent for none
 * @param timeout the longest that the control cluster may take to answer
 */
public record WorkerPlan(
        RemoteCluster control,
        RemoteCluster underTest,
        Optional<RemoteCluster> copiesTo,
        ControlTopics topics,
        WorkerIdentity identity,
        Optional<Path> results,
        Duration timeout) {
    /** All clusters that the worker's owner named, each once. */
    List<RemoteCluster> clusters() {
        return Stream.concat(Stream.of(control, underTest), copiesTo.stream())
                .distinct()
                .toList();
    }
}
