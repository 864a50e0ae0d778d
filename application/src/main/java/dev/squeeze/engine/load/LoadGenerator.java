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

/** The sending side of a trial: all its clients. Every acknowledged record is counted and goes into a digest. */
interface LoadGenerator extends AutoCloseable {
    /**
     * Starts the sending threads.
     *
     * @param startNanos when the first record is due
     * @param endToEnd gets the acknowledgements
     */
    void start(long startNanos, @Nullable EndToEnd endToEnd);

    /** The clients that send. */
    List<? extends LoadClient> clients();

    /** See {@link ProducerMetrics}. */
    ProducerMetrics metrics();

    /**
     * Ends the sending, and waits until each record was acknowledged or given up, for a bounded time.
     *
     * @param check called many times a second; what it throws ends the waiting
     */
    void finish(Runnable check) throws InterruptedException;

    /**
     * How long ahead this must know of a moment; then {@link #windowOpened} and {@link #windowClosed} are called so long
     * before it, and {@link #start} with a later one.
     */
    default Duration notice() {
        return Duration.ZERO;
    }

    /** The measured window has begun, for those who do not look at {@link MeasuringWindow}. */
    default void windowOpened(long nanos) {}

    /** The measured window has ended. */
    default void windowClosed(long nanos) {}

    /**
     * What was measured, where others than this process have counted; complete after {@link #finish}.
     *
     * @param own what this process saw
     */
    default WindowDifference measured(WindowDifference own) {
        return own;
    }

    /** What each of several machines did in the window; complete after {@link #finish}. */
    default List<WorkerShare> shares() {
        return List.of();
    }

    /** CPU time of the processes that send, where these are not our own. */
    default Optional<Duration> cpu() {
        return Optional.empty();
    }

    /** Whether every partition has taken a record, as far as these clients know where their records go. */
    default boolean hasBegunPartitions() {
        return true;
    }

    /** What was done so far; each figure may be a moment old. */
    default LoadProgress progress() {
        return clients().stream()
                .map(client -> client.counts().progress(client.sent()))
                .reduce(LoadProgress.NONE, LoadProgress::plus);
    }

    /** Whether every sending thread is still at work. */
    default boolean isSending() {
        return clients().stream().allMatch(LoadClient::isSending);
    }

    /** What was acknowledged, complete after {@link #finish}. */
    default ContentDigest acknowledged() {
        return clients().stream()
                .map(client -> client.counts().digest())
                .reduce(ContentDigest.EMPTY, ContentDigest::plus);
    }

    /** Bytes of the acknowledged records as {@link Payload#encodedBytes} has them; complete after {@link #finish}. */
    default long encodedBytes() {
        return clients().stream()
                .mapToLong(client -> client.counts().encodedBytes())
                .sum();
    }

    /** Failures by Kafka's name for them, with an example of the words; complete after {@link #finish}. */
    default SendErrors errors() {
        SendErrors all = new SendErrors();
        clients().forEach(client -> all.add(client.counts().errors()));
        return all;
    }

    /** Time of the calls that send, of the window; of ready-made batches one value each. After {@link #finish}. */
    default Histogram sendLatencyNanos() {
        Histogram sum = LatencyRecorder.empty();
        clients().forEach(client -> client.addSendLatency(sum));
        return sum;
    }

    /**
     * From when something was due to its acknowledgement, of the window; of ready-made batches one value each. A record
     * that was due and never handed over counts with the time that it had waited.
     */
    default Histogram acknowledgeLatencyNanos() {
        Histogram sum = LatencyRecorder.empty();
        clients().forEach(client -> {
            client.counts().addAcknowledgeLatency(sum);
            client.addNeverSent(sum);
        });
        return sum;
    }

    /** From when something was due to its acknowledgement, of what was acknowledged since the last call; absent where nobody follows. */
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
     * Adds what {@link EndToEnd} matched at this side, and records that were never handed over as in {@link
     * #acknowledgeLatencyNanos}; complete after {@link #finish}.
     */
    default void addEndToEnd(Histogram sum) {
        clients().forEach(client -> {
            client.counts().addEndToEnd(sum);
            client.addNeverSent(sum);
        });
    }

    /** The libraries that send through drivers, each once; complete after {@link #finish}. */
    default List<DriverHello> drivers() {
        return List.of();
    }

    /** What a service answered on other machines, where one took the records there; complete after {@link #finish}. */
    default Optional<TrialResult.Served> served() {
        return Optional.empty();
    }

    /** Requests that were answered with something else than success, by HTTP status; empty where no service took the records. */
    default Map<String, Long> refusedByStatus() {
        return Map.of();
    }

    /** Ends the threads and the connections if that has not happened yet; what was under way is lost. */
    @Override
    void close();
}
