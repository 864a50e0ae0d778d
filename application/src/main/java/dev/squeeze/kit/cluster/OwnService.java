package dev.squeeze.kit.cluster;

import dev.squeeze.kit.environment.JvmUsage;
import java.nio.file.Path;

/** A service in a process started by this one, which reports its own usage. */
public interface OwnService {
    /**
     * Resource usage and results.
     *
     * @param jvm usage of its process
     * @param producer metrics of its producer
     * @param delivery outcome of its records
     */
    record Usage(JvmUsage jvm, ProducerMetrics producer, Delivery delivery) {}

    /**
     * The outcome of the accepted records, since the start.
     *
     * @param acknowledged records that the broker has acknowledged
     * @param acknowledgedBytes bytes of their keys and values
     * @param failed records that will not be delivered
     */
    record Delivery(long acknowledged, long acknowledgedBytes, long failed) {}

    /** @throws dev.squeeze.kit.cluster.ClusterException if it has died or does not respond */
    Usage usage();

    /** Contains less than {@link #usage}, but is cheap enough to be called many times per second. */
    Delivery delivery();

    /** Whether a request is answered before the broker has acknowledged its record. */
    boolean answersEarly();

    /** Number of threads that send records with its producer. */
    int workers();

    /** Starts a flight recording. */
    void startRecording();

    /** Ends the recording and writes it to this file. */
    void stopRecording(Path file);

    /** @throws dev.squeeze.kit.cluster.ClusterException if it has died */
    void requireAlive();
}
