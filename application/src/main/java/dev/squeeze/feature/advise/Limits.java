package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.workload.TopicWorkload;
import java.util.OptionalDouble;

/**
 * Limits of a recommendation.
 *
 * @param maxLatencyMillis 99th percentile of the time from send() to acknowledgement, as predicted
 * @param maxProducerCores busy cores of all producers together for building and compressing batches
 * @param coresAreAssumed true where the cores were not given, but follow from the number of producers
 */
public record Limits(OptionalDouble maxLatencyMillis, OptionalDouble maxProducerCores, boolean coresAreAssumed) {
    /**
     * Java's producer compresses in the thread that sends, which has other work too and waits for locks: with more than this of
     * a core for codec and building, measured alone, it may not keep up, and has little left for a peak.
     */
    public static final double CORES_OF_A_PRODUCER = 0.6;

    /** Of the 99th percentile of the time to an acknowledgement, where nothing else is asked for. */
    public static final double DEFAULT_MAX_LATENCY_MILLIS = 100;

    /** One record in a hundred may take so much longer than the linger to its acknowledgement. */
    private static final double LATE = 1.25;

    /**
     * The usual limit on latency for producers with today's settings: for as long as they let records wait today, they may go on.
     *
     * @param usualMillis where they let records wait no longer than by default
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

    /** Limits where no cores were given: each producer has one thread that sends. */
    public static Limits ofThreadsThatSend(OptionalDouble maxLatencyMillis, int producers) {
        return new Limits(maxLatencyMillis, OptionalDouble.of(CORES_OF_A_PRODUCER * producers), true);
    }

    /** The same for a topic: what was sent in one load says nothing of how much of a thread's time is left. */
    public static Limits ofThreadsThatSend(OptionalDouble maxLatencyMillis, int producers, TopicWorkload topic) {
        return topic.cameInOneLoad()
                ? new Limits(maxLatencyMillis, OptionalDouble.empty())
                : ofThreadsThatSend(maxLatencyMillis, producers);
    }

    /** What producers do today is possible: an assumption does not forbid it. */
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

    /** The same where all work takes so many times its CPU time. */
    Limits atCpuTime(double factor) {
        return maxProducerCores.isEmpty()
                ? this
                : new Limits(
                        maxLatencyMillis, OptionalDouble.of(maxProducerCores.getAsDouble() / factor), coresAreAssumed);
    }

    /** Whether settings are predicted to keep within them. */
    public boolean allow(Prediction prediction) {
        return excess(prediction) <= 1;
    }

    /** What settings take of the limit that they are nearest to, or exceed most; above 1 where they do not keep within all. */
    double excess(Prediction prediction) {
        return Math.max(latencyShare(prediction), coresShare(prediction));
    }

    /** How many of them settings exceed. */
    int exceeded(Prediction prediction) {
        return (latencyShare(prediction) > 1 ? 1 : 0) + (coresShare(prediction) > 1 ? 1 : 0);
    }

    private double latencyShare(Prediction prediction) {
        return prediction.latencyMillis() / maxLatencyMillis.orElse(Double.MAX_VALUE);
    }

    private double coresShare(Prediction prediction) {
        return cores(prediction) / maxProducerCores.orElse(Double.MAX_VALUE);
    }

    /** Cores that were given are those of whole producers, assumed ones those of the threads that send. */
    double cores(Prediction prediction) {
        return coresAreAssumed
                ? prediction.applicationCores()
                : prediction.resources().producerCores();
    }
}
