package dev.squeeze.feature.gateway;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/** Counts of requests and records since the start, by outcome. Thread-safe. */
final class GatewayCounts {
    /** Upper bounds of the latency buckets, in seconds; the last bucket has none. */
    static final double[] LATENCY_BOUNDS_SECONDS = {
        0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120
    };

    private final LongAdder requests = new LongAdder();
    private final LongAdder accepted = new LongAdder();
    private final LongAdder acceptedBytes = new LongAdder();
    private final LongAdder acknowledged = new LongAdder();
    private final LongAdder acknowledgedBytes = new LongAdder();
    private final LongAdder resent = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder failedAfterAnswer = new LongAdder();
    private final LongAdder abandoned = new LongAdder();
    private final Map<Refusal, LongAdder> refused = new EnumMap<>(Refusal.class);
    private final LongAdder[] latencyClasses = new LongAdder[LATENCY_BOUNDS_SECONDS.length + 1];
    private final LongAdder latencyNanos = new LongAdder();

    GatewayCounts() {
        for (Refusal refusal : Refusal.values()) {
            refused.put(refusal, new LongAdder());
        }
        for (int i = 0; i < latencyClasses.length; i++) {
            latencyClasses[i] = new LongAdder();
        }
    }

    void accept(Submission submission) {
        requests.increment();
        accepted.add(submission.size());
        acceptedBytes.add(submission.payloadBytes());
    }

    void refuse(Refusal refusal) {
        requests.increment();
        refused.getOrDefault(refusal, requests).increment();
    }

    /** @param payloadBytes of the record's key and value */
    void acknowledge(long payloadBytes, long latency) {
        acknowledged.increment();
        acknowledgedBytes.add(payloadBytes);
        double seconds = (double) latency / TimeUnit.SECONDS.toNanos(1);
        int number = 0;
        while (number < LATENCY_BOUNDS_SECONDS.length && seconds > LATENCY_BOUNDS_SECONDS[number]) {
            number++;
        }
        latencyClasses[number].increment();
        latencyNanos.add(latency);
    }

    /** Counts a record that is sent again because it was refused only because of another one. */
    void resend() {
        resent.increment();
    }

    long resent() {
        return resent.sum();
    }

    /**
     * Counts a record that will not be delivered.
     *
     * @param answered whether its client had already received a 202
     * @param timeWasUp whether it was given up because the drain timeout was over
     */
    void fail(boolean answered, boolean timeWasUp) {
        failed.increment();
        if (answered) {
            failedAfterAnswer.increment();
        }
        if (timeWasUp) {
            abandoned.increment();
        }
    }

    /**
     * Counts the rest as failed. Called at the end, when the producers are closed: no more callbacks will come for
     * records that are neither acknowledged nor failed.
     *
     * @param answered whether clients had already received a 202
     */
    void failRest(boolean answered) {
        long rest = accepted.sum() - acknowledged.sum() - failed.sum();
        for (long i = 0; i < rest; i++) {
            fail(answered, false);
        }
    }

    long requests() {
        return requests.sum();
    }

    long refused(Refusal refusal) {
        LongAdder count = refused.get(refusal);
        return count == null ? 0 : count.sum();
    }

    /** Number of records in a bucket, in the order of {@link #LATENCY_BOUNDS_SECONDS}. */
    long latencyClass(int number) {
        return latencyClasses[number].sum();
    }

    double latencySumSeconds() {
        return latencyNanos.sum() / 1e9;
    }

    GatewayTotals totals() {
        return new GatewayTotals(
                accepted.sum(),
                acceptedBytes.sum(),
                acknowledged.sum(),
                acknowledgedBytes.sum(),
                failed.sum(),
                failedAfterAnswer.sum(),
                abandoned.sum(),
                refused.values().stream().mapToLong(LongAdder::sum).sum());
    }
}
