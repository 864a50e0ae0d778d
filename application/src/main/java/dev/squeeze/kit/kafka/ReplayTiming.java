package dev.squeeze.kit.kafka;

import java.time.Duration;

/**
 * Durations of the steps of a produce request, for {@link ProducerReplay}.
 *
 * @param append the application thread's time per record
 * @param drain the network thread's time per request: closing and sending it, and completing it later
 * @param service the broker's time per request, during which it processes no other request of this connection
 * @param roundTrip of the network, plus other delays during which no thread is busy
 * @param fetchPause from the response to a consumer at the tail to its next fetch, in addition to {@code consuming}
 * @param consuming the consumer's time for the records of a response
 * @param reaction mean time from the append that wakes the network thread until it runs; exponentially distributed
 * @param late from the time a batch's linger expires until the network thread runs
 */
public record ReplayTiming(
        Cost append,
        RequestCost drain,
        RequestCost service,
        Duration roundTrip,
        Duration fetchPause,
        RequestCost consuming,
        Duration reaction,
        Duration late) {
    /** Measured with live brokers on two machines: batches with {@code linger.ms=10} stayed open for 10.2 to 10.4 ms. */
    public static final Duration DEFAULT_LATE = Duration.ofNanos(300_000);

    /**
     * Mean time from the append that fills a batch until it is drained, as in the reference costs. On another machine, live
     * producers with six loads of full batches over 12 partitions were within 5 % of the simulation with this value; with 0.3 ms,
     * their batches contained up to 12 % fewer records than simulated. A sender that is always busy takes longer.
     */
    public static final Duration DEFAULT_REACTION = Duration.ofNanos(185_000);

    /**
     * With idle processors. Measured with a live broker and plain producers at low rates: batches with {@code linger.ms} of 5 to 20
     * stayed open for 0 to 0.4 ms longer, including the reaction to their first record.
     */
    private static final Duration IDLE_LATE = Duration.ofNanos(100_000);

    /**
     * A broker on two cores that it shared with three producers responded within about 3 ms instead of 0.7 ms (18,909 records/s, no
     * linger: 4.0 records per batch). Replicas on other machines take as long.
     */
    private static final int BUSY = 4;

    private static final double FAST = 0.5;

    /** All threads take no time; only the round trip counts. */
    public static ReplayTiming ofRoundTrip(Duration roundTrip) {
        RequestCost nothing = new RequestCost(0, 0, 0, 0);
        return new ReplayTiming(
                new Cost(0, 0), nothing, nothing, roundTrip, roundTrip, nothing, DEFAULT_REACTION, DEFAULT_LATE);
    }

    /** The same with a broker and a consumer that are slower by this factor. */
    public ReplayTiming withReceiversSlowedBy(double factor) {
        Duration pause = Duration.ofNanos((long) (fetchPause.toNanos() * factor));
        return new ReplayTiming(
                append, drain, service.times(factor), roundTrip, pause, consuming.times(factor), reaction, late);
    }

    /** The same with another cost of sending in the network thread. */
    public ReplayTiming withDrain(RequestCost sending) {
        return new ReplayTiming(append, sending, service, roundTrip, fetchPause, consuming, reaction, late);
    }

    /** The same with another network round trip time. */
    public ReplayTiming withRoundTrip(Duration network) {
        return new ReplayTiming(append, drain, service, network, fetchPause, consuming, reaction, late);
    }

    /**
     * The same for producers that do not share processors with a broker and a load generator, so their threads wake as soon as they
     * are due. During calibration, all of these run on a few cores.
     */
    public ReplayTiming onMachinesOfTheirOwn() {
        return new ReplayTiming(append, drain, service, roundTrip, fetchPause, consuming, DEFAULT_REACTION, IDLE_LATE);
    }

    /**
     * The same for busy machines, where threads wait for processors, and brokers for disks and replicas: wake-ups and responses are
     * slower by a fixed factor.
     */
    public ReplayTiming whereAllIsBusy() {
        return new ReplayTiming(
                append,
                drain,
                service.times(BUSY),
                roundTrip.multipliedBy(BUSY),
                fetchPause.multipliedBy(BUSY),
                consuming.times(BUSY),
                reaction.multipliedBy(BUSY),
                late);
    }

    /** The same with threads that take half as long. */
    public ReplayTiming whereThreadsAreTwiceAsFast() {
        return new ReplayTiming(
                append.times(FAST),
                drain.times(FAST),
                service.times(FAST),
                roundTrip,
                fetchPause,
                consuming.times(FAST),
                reaction,
                late);
    }

    /** Nanoseconds per record. */
    public record Cost(double nanosPerRecord, double nanosPerByte) {
        Cost times(double factor) {
            return new Cost(nanosPerRecord * factor, nanosPerByte * factor);
        }

        double of(int bytes) {
            return nanosPerRecord + nanosPerByte * bytes;
        }
    }

    /** Nanoseconds per request; bytes are uncompressed bytes of records. */
    public record RequestCost(double nanos, double nanosPerBatch, double nanosPerRecord, double nanosPerByte) {
        RequestCost times(double factor) {
            return new RequestCost(
                    nanos * factor, nanosPerBatch * factor, nanosPerRecord * factor, nanosPerByte * factor);
        }

        public double of(int batches, long records, long bytes) {
            return nanos + nanosPerBatch * batches + nanosPerRecord * records + nanosPerByte * bytes;
        }
    }
}
