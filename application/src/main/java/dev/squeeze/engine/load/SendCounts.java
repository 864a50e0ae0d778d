package dev.squeeze.engine.load;

import dev.squeeze.kit.kafka.ContentDigest;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * Counts the outcomes of one client's records. Acknowledgements are reported by only one thread, because one thread
 * completes a client's batches; failures may be reported by any. Digests and latencies are read once the client has
 * ended.
 */
final class SendCounts {
    private final SendErrors errors = new SendErrors();
    private final LatencyRecorder acknowledgeLatency;
    private final LatencyRecorder endToEndLatency;
    private final @Nullable SingleWriterRecorder latest;
    private @Nullable Histogram emptied;
    private final AtomicLong acknowledged = new AtomicLong();
    private final AtomicLong acknowledgedBytes = new AtomicLong();
    private final AtomicLong refused = new AtomicLong();
    private final AtomicLong bufferFull = new AtomicLong();
    private long digest;
    private long encodedBytes;

    SendCounts(MeasuringWindow window) {
        this.acknowledgeLatency = new LatencyRecorder(window);
        this.endToEndLatency = new LatencyRecorder(window);
        this.latest = window.isFollowed() ? new SingleWriterRecorder(LatencyRecorder.SIGNIFICANT_DIGITS) : null;
    }

    /**
     * Counts records acknowledged by the broker.
     *
     * @param due when they were due, in {@link System#nanoTime}
     * @param payloadBytes size of their keys and values
     * @param digestSum sum of their {@link ContentDigest#of}
     * @param encoded sum of their {@link Payload#encodedBytes}
     */
    void acknowledge(long due, long records, long payloadBytes, long digestSum, long encoded) {
        long latency = System.nanoTime() - due;
        acknowledgeLatency.record(due, latency);
        if (latest != null) {
            latest.recordValue(Math.max(0, latency));
        }
        digest += digestSum;
        encodedBytes += encoded;
        // With a single writer no atomic addition is needed.
        acknowledgedBytes.lazySet(acknowledgedBytes.getPlain() + payloadBytes);
        acknowledged.lazySet(acknowledged.getPlain() + records);
    }

    /** Counts records that were refused; not those that timed out. */
    void refuse(long records) {
        refused.addAndGet(records);
    }

    /** Counts a record that found the buffer full, if that does not count as failure. */
    void countBufferFull() {
        bufferFull.incrementAndGet();
    }

    SendErrors errors() {
        return errors;
    }

    /** Recorder for the latencies that {@link EndToEnd} matches on this side. */
    LatencyRecorder endToEnd() {
        return endToEndLatency;
    }

    /** @param sent records handed to send() */
    LoadProgress progress(long sent) {
        return new LoadProgress(sent, acknowledged.get(), acknowledgedBytes.get(), refused.get(), bufferFull.get());
    }

    ContentDigest digest() {
        return new ContentDigest(acknowledged.get(), digest);
    }

    long encodedBytes() {
        return encodedBytes;
    }

    void addAcknowledgeLatency(Histogram sum) {
        acknowledgeLatency.addTo(sum);
    }

    /**
     * Latencies to acknowledgement since the last call, inside or outside the window; absent if latencies are not
     * followed. Supports a single caller.
     */
    Optional<Histogram> takeLatest() {
        if (latest == null) {
            return Optional.empty();
        }
        emptied = latest.getIntervalHistogram(emptied);
        return Optional.of(emptied);
    }

    void addEndToEnd(Histogram sum) {
        endToEndLatency.addTo(sum);
    }
}
