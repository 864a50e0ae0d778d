package dev.squeeze.engine.load;

import dev.squeeze.engine.workers.Crew;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Other machines that send the load of a trial, and read it. */
public interface LoadWorkers {
    Crew crew();

    /** What workers did to trials, and what became of those; empty if all went well. */
    List<String> incidents();

    /** How many workers were there last. */
    int size();

    /** Cores that the workers' JVMs may use, all together. */
    int cores();

    /** Whether enough workers came when they were asked for last. */
    boolean isComplete();

    /** What each worker sends through; empty where its producers send. */
    Optional<WorkerGateway> gateway();

    /** The producers of a load, divided among the workers. */
    LoadGenerator open(
            LoadSettings settings,
            List<String> topics,
            Payload payload,
            boolean followed,
            Duration timeout,
            Runnable check);

    /** Consumers of the load that was opened last, in the workers that have it; each reads its share of the partitions. */
    TrialConsumers openConsumers(ConsumerSettings settings, boolean comparing, Duration timeout, Runnable check);

    /**
     * Runs a trial, and again when a worker spoils it.
     *
     * @param trial gets the number of the attempt, from 0
     * @throws dev.squeeze.kit.cluster.ClusterException when too few workers are there, or one spoils every attempt
     */
    TrialResult repeating(IntFunction<TrialResult> trial);
}
