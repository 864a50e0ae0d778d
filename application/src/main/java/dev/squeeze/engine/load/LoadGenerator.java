package dev.squeeze.engine.load;

import dev.squeeze.engine.drivers.DriverHello;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.kafka.ContentDigest;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The sending side of a trial: all its clients. Every acknowledged record is counted and added to a digest. */
interface LoadGenerator extends AutoCloseable {
    /**
     * Starts the sending threads.
     *
     * @param startNanos when the first record is due
     * @param endToEnd receives the acknowledgements
     */
    void start(long startNanos, @Nullable EndToEnd endToEnd);

    /** The clients that send. */
    List<? extends LoadClient> clients();

    /** See {@link ProducerMetrics}. */
    ProducerMetrics metrics();

    /**
     * Ends the sending, and waits for a bounded time until each record has been acknowledged or given up.
     *
     * @param check called many times a second; what it throws ends the waiting
     */
    void finish(Runnable check) throws InterruptedException;

    /**
     * How far in advance this must be notified of a time: {@link #windowOpened} and {@link #windowClosed} are called
     * that much before it, and {@link #start} with a start time that much later.
     */
    default Duration notice() {
        return Duration.ZERO;
    }

    /** Called when the measured window begins, for implementations that do not use {@link MeasuringWindow}. */
    default void windowOpened(long nanos) {}

    /** Called when the measured window ends. */
    default void windowClosed(long nanos) {}

    /**
     * What was measured, if other processes than this one have counted; complete after {@link #finish}.
     *
     * @param own what this process measured
     */
    default WindowDifference measured(WindowDifference own) {
        return own;
    }

    /** What each of several machines did in the window; complete after {@link #finish}. */
    default List<WorkerShare> shares() {
        return List.of();
    }

    /** CPU time of the sending processes, if they are separate ones. */
    default Optional<Duration> cpu() {
        return Optional.empty();
    }

    /** Whether every partition has received a record, as far as these clients know the partitions of their records. */
    default boolean hasBegunPartitions() {
        return true;
    }

    /** Progress so far; each figure may be slightly out of date. */
    default LoadProgress progress() {
        return clients().stream()
                .map(client -> client.counts().progress(client.sent()))
                .reduce(LoadProgress.NONE, LoadProgress::plus);
    }

    /** Whether every sending thread is still running. */
    default boolean isSending() {
        return clients().stream().allMatch(LoadClient::isSending);
    }

    /** Digest of the acknowledged records; complete after {@link #finish}. */
    default ContentDigest acknowledged() {
        return clients().stream()
                .map(client -> client.counts().digest())
                .reduce(ContentDigest.EMPTY, ContentDigest::plus);
    }

    /** Size of the acknowledged records as defined by {@link Payload#encodedBytes}; complete after {@link #finish}. */
    default long encodedBytes() {
        return clients().stream()
                .mapToLong(client -> client.counts().encodedBytes())
                .sum();
    }

    /** Failures by Kafka's name for them, each with an example message; complete after {@link #finish}. */
    default SendErrors errors() {
        SendErrors all = new SendErrors();
        clients().forEach(client -> all.add(client.counts().errors()));
        return all;
    }

    /**
     * Duration of the calls that send, in the window; for ready-made batches one value per batch. Complete after {@link
     * #finish}.
     */
    default Histogram sendLatencyNanos() {
        Histogram sum = LatencyRecorder.empty();
        clients().forEach(client -> client.addSendLatency(sum));
        return sum;
    }

    /**
     * Time from when a record was due to its acknowledgement, in the window; for ready-made batches one value per
     * batch. A record that was due and never sent counts with the time that it had waited.
     */
    default Histogram acknowledgeLatencyNanos() {
        Histogram sum = LatencyRecorder.empty();
        clients().forEach(client -> {
            client.counts().addAcknowledgeLatency(sum);
            client.addNeverSent(sum);
        });
        return sum;
    }

    /**
     * Time from when a record was due to its acknowledgement, for those acknowledged since the last call; absent if
     * latencies are not followed.
     */
    default Optional<Histogram> latestAcknowledgeNanos() {
        Histogram sum = LatencyRecorder.empty();
        boolean known = false;
        for (LoadClient client : clients()) {
            Optional<Histogram> latest = client.counts().takeLatest();
            latest.ifPresent(sum::add);
            known |= latest.isPresent();
        }
        return known ? Optional.of(sum) : Optional.empty();
    }

    /**
     * Adds the latencies that {@link EndToEnd} matched on this side, and those of records that were never sent as in
     * {@link #acknowledgeLatencyNanos}; complete after {@link #finish}.
     */
    default void addEndToEnd(Histogram sum) {
        clients().forEach(client -> {
            client.counts().addEndToEnd(sum);
            client.addNeverSent(sum);
        });
    }

    /** The libraries that sent through drivers, each listed once; complete after {@link #finish}. */
    default List<DriverHello> drivers() {
        return List.of();
    }

    /**
     * What services on other machines answered, if the records were sent through any; complete after {@link #finish}.
     */
    default Optional<TrialResult.Served> served() {
        return Optional.empty();
    }

    /** Requests that were not answered with success, by HTTP status; empty if no service takes the records. */
    default Map<String, Long> refusedByStatus() {
        return Map.of();
    }

    /** Ends the threads and the connections if they are still open; records in flight are lost. */
    @Override
    void close();
}
