package dev.squeeze.engine.workers;

import dev.squeeze.kit.cluster.RemoteCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Where a worker takes work.
 *
 * @param control the cluster that it is spoken to through
 * @param underTest the cluster that it lets work go to
 * @param topics of its group
 * @param identity as it introduces itself
 * @param results folder that keeps a copy of each answer that a work ends with; absent for none
 * @param timeout the longest that the control cluster may take to answer
 */
public record WorkerPlan(
        RemoteCluster control,
        RemoteCluster underTest,
        ControlTopics topics,
        WorkerIdentity identity,
        Optional<Path> results,
        Duration timeout) {}
