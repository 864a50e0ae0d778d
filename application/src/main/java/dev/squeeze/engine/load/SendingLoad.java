package dev.squeeze.engine.load;

import dev.squeeze.kit.cluster.ClusterTarget;
import dev.squeeze.kit.cluster.ProducerMetrics;
import dev.squeeze.kit.kafka.ContentDigest;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/** The side of a trial that sends. Every acknowledged record is counted and goes into a digest. */
sealed interface SendingLoad extends AutoCloseable permits ProducerLoad, RawLoad, HttpLoad {
    /**
     * Opens the connections and learns where the partitions are; nothing is sent yet.
     *
     * @param service what takes the records; empty where producers of our own send them
     * @param patience the longest that a single call to a broker may take before it counts as failed
     * @throws dev.squeeze.kit.cluster.ClusterException when the settings are refused, no broker answers, or a topic is not
     *     one of ours
     */
    static SendingLoad open(
            LoadTarget cluster,
            Optional<LoadedService> service,
            LoadSettings settings,
            List<String> topics,
            Traffic traffic,
            MeasuringWindow window,
            Duration patience) {
        cluster.brokers().ifPresent(brokers -> topics.forEach(brokers::requireWritable));
        if (service.isPresent()) {
            return HttpLoad.open(service.get(), settings, topics, (Payload) traffic, window, patience);
        }
        ClusterTarget target = cluster.target();
        if (traffic instanceof ReadyBatches batches) {
            return RawLoad.open(target, settings, topics, batches, window, patience);
        }
        return ProducerLoad.open(target, settings, topics, (Payload) traffic, window, patience);
    }

    /**
     * Starts the sending threads.
     *
     * @param startNanos when the first record is due
     * @param endToEnd where acknowledgements are told
     */
    void start(long startNanos, @Nullable EndToEnd endToEnd);

    /** The clients that send. */
    List<? extends LoadSender> senders();

    /** See {@link ProducerMetrics}. */
    ProducerMetrics metrics();

    /**
     * Ends the sending, and waits until each record was acknowledged or given up, for a bounded time.
     *
     * @param check called many times a second; what it throws ends the waiting
     */
    void finish(Runnable check) throws InterruptedException;

    /** Whether every partition has taken a record, as far as these clients know where their records go. */
    default boolean hasBegunPartitions() {
        return true;
    }

    /** What was done so far; each figure may be a moment old. */
    default Progress progress() {
        return senders().stream()
                .map(sender -> sender.counts().progress(sender.sent()))
                .reduce(Progress.NONE, Progress::plus);
    }

    /** Whether every sending thread is still at work. */
    default boolean isSending() {
        return senders().stream().allMatch(LoadSender::isSending);
    }

    /** What was acknowledged, complete after {@link #finish}. */
    default ContentDigest acknowledged() {
        return senders().stream()
                .map(sender -> sender.counts().digest())
                .reduce(ContentDigest.EMPTY, ContentDigest::plus);
    }

    /** Bytes of the acknowledged records as {@link Payload#encodedBytes} has them; complete after {@link #finish}. */
    default long encodedBytes() {
        return senders().stream()
                .mapToLong(sender -> sender.counts().encodedBytes())
                .sum();
    }

    /** Failures by Kafka's name for them, with an example of the words; complete after {@link #finish}. */
    default SendErrors errors() {
        SendErrors all = new SendErrors();
        senders().forEach(sender -> all.add(sender.counts().errors()));
        return all;
    }

    /** Time of the calls that send, of the window; of ready-made batches one value each. After {@link #finish}. */
    default Histogram sendLatencyNanos() {
        Histogram sum = LatencyRecorder.empty();
        senders().forEach(sender -> sender.addSendLatency(sum));
        return sum;
    }

    /**
     * From when something was due to its acknowledgement, of the window; of ready-made batches one value each. A record
     * that was due and never handed over counts with the time that it had waited.
     */
    default Histogram acknowledgeLatencyNanos() {
        Histogram sum = LatencyRecorder.empty();
        senders().forEach(sender -> {
            sender.counts().addAcknowledgeLatency(sum);
            sender.addNeverSent(sum);
        });
        return sum;
    }

    /**
     * Adds what {@link EndToEnd} matched at this side, and records that were never handed over as in {@link
     * #acknowledgeLatencyNanos}; complete after {@link #finish}.
     */
    default void addEndToEnd(Histogram sum) {
        senders().forEach(sender -> {
            sender.counts().addEndToEnd(sum);
            sender.addNeverSent(sum);
        });
    }

    /** Ends the threads and the connections if that has not happened yet; what was under way is lost. */
    @Override
    void close();

    /**
     * How far a load has come.
     *
     * @param sent records handed over for sending
     * @param acknowledged records that the broker has taken
     * @param acknowledgedBytes of their keys and values
     * @param refused records that a broker or the producer refused; those that nobody answered for are not among them
     * @param bufferFull records that found the producer's buffer full, where that is no failure
     */
    record Progress(long sent, long acknowledged, long acknowledgedBytes, long refused, long bufferFull) {
        static final Progress NONE = new Progress(0, 0, 0, 0, 0);

        private static final double TOLERANCE = 0.05;

        /** Whether about as many records were answered as were handed over. */
        boolean isBalanced() {
            long answered = acknowledged + refused + bufferFull;
            return Math.abs(sent - answered) <= TOLERANCE * sent;
        }

        Progress plus(Progress other) {
            return new Progress(
                    sent + other.sent,
                    acknowledged + other.acknowledged,
                    acknowledgedBytes + other.acknowledgedBytes,
                    refused + other.refused,
                    bufferFull + other.bufferFull);
        }

        Progress minus(Progress earlier) {
            return new Progress(
                    sent - earlier.sent,
                    acknowledged - earlier.acknowledged,
                    acknowledgedBytes - earlier.acknowledgedBytes,
                    refused - earlier.refused,
                    bufferFull - earlier.bufferFull);
        }
    }
}
