package dev.squeeze.engine.load;

import dev.squeeze.kit.kafka.ContentDigest;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.SingleWriterRecorder;
import org.jspecify.annotations.Nullable;

/**
 * What became of the records of one client. Acknowledgements are reported by one thread, since one thread completes a
 * client's batches; failures by any. Digests and latencies are read once the client has ended.
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
     * Counts records that the broker has taken.
     *
     * @param due when they were, in {@link System#nanoTime}
     * @param payloadBytes of their keys and values
     * @param digestSum of their {@link ContentDigest#of}
     * @param encoded their {@link Payload#encodedBytes}
     */
    void acknowledge(long due, long records, long payloadBytes, long digestSum, long encoded) {
        long latency = System.nanoTime() - due;
        acknowledgeLatency.record(due, latency);
        if (latest != null) {
            latest.recordValue(Math.max(0, latency));
        }
        digest += digestSum;
        encodedBytes += encoded;
        // One writer: no need for the price of an atomic addition.
        acknowledgedBytes.lazySet(acknowledgedBytes.getPlain() + payloadBytes);
        acknowledged.lazySet(acknowledged.getPlain() + records);
    }

    /** Counts records that somebody refused; those that nobody answered for are not among them. */
    void refuse(long records) {
        refused.addAndGet(records);
    }

    /** Counts a record that found the buffer full, where that is no failure. */
    void refuseForWantOfBuffer() {
        bufferFull.incrementAndGet();
    }

    SendErrors errors() {
        return errors;
    }

    /** Of what {@link EndToEnd} matches at this side. */
    LatencyRecorder endToEnd() {
        return endToEndLatency;
    }

    /** @param sent records that were handed over */
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

    /** Latencies to acknowledgement since the last call, in the window or not; absent where nobody follows. For one caller. */
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
