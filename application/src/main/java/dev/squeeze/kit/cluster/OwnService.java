package dev.squeeze.kit.cluster;

import dev.squeeze.kit.environment.JvmUsage;
import java.nio.file.Path;

/** A service in a process that we started, which reports on itself. */
public interface OwnService {
    /**
     * What it has used and done.
     *
     * @param jvm its process
     * @param producer what its producer says of itself
     * @param delivery what became of its records
     */
    record Usage(JvmUsage jvm, ProducerMetrics producer, Delivery delivery) {}

    /**
     * What became of the records it accepted, since its start.
     *
     * @param acknowledged records that the broker has taken
     * @param acknowledgedBytes of their keys and values
     * @param failed records that will not be delivered
     */
    record Delivery(long acknowledged, long acknowledgedBytes, long failed) {}

    /** @throws dev.squeeze.kit.cluster.ClusterException when it has died or does not answer */
    Usage usage();

    /** Less than {@link #usage}, and cheap enough to be asked many times a second. */
    Delivery delivery();

    /** Whether a request is answered before the broker has taken its record. */
    boolean answersEarly();

    /** Threads that hand records to its producer. */
    int workers();

    /** Starts a flight recording. */
    void startRecording();

    /** Ends it and leaves it in this file. */
    void stopRecording(Path file);

    /** @throws dev.squeeze.kit.cluster.ClusterException when it has died */
    void requireAlive();
}
