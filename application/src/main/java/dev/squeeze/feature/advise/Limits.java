package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.workload.TopicWorkload;
import java.util.OptionalDouble;

/**
 * Limits that a recommendation must meet.
 *
 * @param maxLatencyMillis predicted time from send() to acknowledgement, 99th percentile
 * @param maxProducerCores busy cores of all producers together for building and compressing batches
 * @param coresAreAssumed true if the cores were not given but derived from the number of producers
 */
public record Limits(OptionalDouble maxLatencyMillis, OptionalDouble maxProducerCores, boolean coresAreAssumed) {
    /**
     * Java's producer compresses in the sending thread, which has other work too and waits for locks. If building and
     * compressing batches, measured alone, need more of a core than this, it may not keep up, and has little left for a
     * peak.
     */
    public static final double CORES_OF_A_PRODUCER = 0.6;

    /** 99th percentile of the time to an acknowledgement, by default. */
    public static final double DEFAULT_MAX_LATENCY_MILLIS = 100;

    /** How many times the linger the 99th percentile of the time to an acknowledgement may be. */
    private static final double LATE = 1.25;

    /**
     * The default limit on latency: if producers wait longer than by default today, they may continue to.
     *
     * @param usualMillis the limit if they wait no longer than by default
     * @param defaults of the client
     */
    public static double maxLatencyMillis(double usualMillis, ProducerSettings today, ProducerSettings defaults) {
        return today.lingerMillis() > defaults.lingerMillis()
                ? Math.max(usualMillis, LATE * today.lingerMillis())
                : usualMillis;
    }

    /** Limits that were given. */
    public Limits(OptionalDouble maxLatencyMillis, OptionalDouble maxProducerCores) {
        this(maxLatencyMillis, maxProducerCores, false);
    }

    /** Limits if no cores were given: each producer has one sending thread. */
    public static Limits ofThreadsThatSend(OptionalDouble maxLatencyMillis, int producers) {
        return new Limits(maxLatencyMillis, OptionalDouble.of(CORES_OF_A_PRODUCER * producers), true);
    }

    /**
     * The same for a topic. If its records were sent in one load, they do not show how much of a thread's time is left,
     * so cores are not limited.
     */
    public static Limits ofThreadsThatSend(OptionalDouble maxLatencyMillis, int producers, TopicWorkload topic) {
        return topic.cameInOneLoad()
                ? new Limits(maxLatencyMillis, OptionalDouble.empty())
                : ofThreadsThatSend(maxLatencyMillis, producers);
    }

    /** Raises assumed limits to what producers do today, which is evidently possible. */
    Limits allowingCoresOf(Prediction today) {
        return coresAreAssumed && maxProducerCores.isPresent()
                ? new Limits(
                        maxLatencyMillis,
                        OptionalDouble.of(Math.max(maxProducerCores.getAsDouble(), today.applicationCores())),
                        true)
                : this;
    }

    /** Without assumed limits. */
    Limits asGiven() {
        return coresAreAssumed ? new Limits(maxLatencyMillis, OptionalDouble.empty()) : this;
    }

    /** The same limits if all work takes this many times its CPU time. */
    Limits atCpuTime(double factor) {
        return maxProducerCores.isEmpty()
                ? this
                : new Limits(
                        maxLatencyMillis, OptionalDouble.of(maxProducerCores.getAsDouble() / factor), coresAreAssumed);
    }

    /** Whether the settings are predicted to meet the limits. */
    public boolean allow(Prediction prediction) {
        return excess(prediction) <= 1;
    }

    /** Usage of the limit that is closest or exceeded the most, as a share of it; above 1 if any is exceeded. */
    double excess(Prediction prediction) {
        return Math.max(latencyShare(prediction), coresShare(prediction));
    }

    /** How many limits the settings exceed. */
    int exceeded(Prediction prediction) {
        return (latencyShare(prediction) > 1 ? 1 : 0) + (coresShare(prediction) > 1 ? 1 : 0);
    }

    private double latencyShare(Prediction prediction) {
        return prediction.latencyMillis() / maxLatencyMillis.orElse(Double.MAX_VALUE);
    }

    private double coresShare(Prediction prediction) {
        return cores(prediction) / maxProducerCores.orElse(Double.MAX_VALUE);
    }

    /** Given limits apply to whole producers, assumed ones to the sending threads. */
    double cores(Prediction prediction) {
        return coresAreAssumed
                ? prediction.applicationCores()
                : prediction.resources().producerCores();
    }
}
