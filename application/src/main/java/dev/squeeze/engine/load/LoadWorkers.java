package dev.squeeze.engine.load;

import dev.squeeze.engine.workers.Crew;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/** Other machines that send and read the load of a trial. */
public interface LoadWorkers {
    Crew crew();

    /** Trials that workers spoiled, and how each ended; empty if there were none. */
    List<String> incidents();

    /** Number of workers that were last seen connected. */
    int size();

    /** Total number of cores available to the workers' JVMs. */
    int cores();

    /** Whether enough workers were connected when last checked. */
    boolean isComplete();

    /** The gateway that each worker sends through; empty if its producers send. */
    Optional<WorkerGateway> gateway();

    /** Opens the producers of a load, divided among the workers. */
    LoadGenerator open(
            LoadSettings settings,
            List<String> topics,
            Payload payload,
            boolean followed,
            Duration timeout,
            Runnable check);

    /**
     * Opens consumers for the load that was opened last, on the workers that run it; each reads its share of the
     * partitions.
     */
    TrialConsumers openConsumers(ConsumerSettings settings, boolean comparing, Duration timeout, Runnable check);

    /**
     * Runs a trial, and repeats it when a worker spoils it.
     *
     * @param trial runs the attempt with the given number, from 0
     * @throws dev.squeeze.kit.cluster.ClusterException when too few workers are connected, or one spoils every attempt
     */
    TrialResult repeating(IntFunction<TrialResult> trial);
}
