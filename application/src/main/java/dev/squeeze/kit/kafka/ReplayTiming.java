package dev.squeeze.kit.kafka;

import java.time.Duration;

/**
 * What the steps of a produce request take by the clock, for {@link ProducerReplay}.
 *
 * @param append the application thread's time for a record
 * @param drain the network thread's time for a request: closing, sending, and completing it later
 * @param service the broker's time for a request, during which it takes no other from this connection
 * @param roundTrip of the network, and whatever else no thread is busy with
 * @param fetchPause from the answer to a consumer at the tail to its next fetch, in addition to
 * @param consuming the consumer's time for what it got
 * @param reaction from the append that wakes the network thread to its looking around, on average; exponential
 * @param late from when a batch's linger is over to its looking around
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
    /** From live brokers on two machines: batches with {@code linger.ms=10} gathered for 10.2 to 10.4 ms. */
    public static final Duration DEFAULT_LATE = Duration.ofNanos(300_000);

    /**
     * From the append that fills a batch to its draining. That of the reference costs. Live producers on another machine, six loads of full
     * batches over 12 partitions: within 5 % of what is simulated with it, up to 12 % less deep than with 0.3 ms. A sender that is busy all the
     * time takes longer.
     */
    public static final Duration DEFAULT_REACTION = Duration.ofNanos(185_000);

    /**
     * Where processors are idle. From a live broker and plain producers at low rates: batches with {@code linger.ms} of 5 to 20
     * gathered for 0 to 0.4 ms more than that, the reaction to their first record included.
     */
    private static final Duration IDLE_LATE = Duration.ofNanos(100_000);

    /**
     * A broker on two cores that it shared with three producers answered within some 3 ms instead of 0.7 (18,909 records/s,
     * no linger: 4.0 records in a batch); replicas on other machines take as long.
     */
    private static final int BUSY = 4;

    private static final double FAST = 0.5;

    /** Threads that take no time, so that only the round trip counts. */
    public static ReplayTiming ofRoundTrip(Duration roundTrip) {
        RequestCost nothing = new RequestCost(0, 0, 0, 0);
        return new ReplayTiming(
                new Cost(0, 0), nothing, nothing, roundTrip, roundTrip, nothing, DEFAULT_REACTION, DEFAULT_LATE);
    }

    /** The same with a broker and a consumer that take so many times as long. */
    public ReplayTiming withReceiversSlowedBy(double factor) {
        Duration pause = Duration.ofNanos((long) (fetchPause.toNanos() * factor));
        return new ReplayTiming(
                append, drain, service.times(factor), roundTrip, pause, consuming.times(factor), reaction, late);
    }

    /** The same with a thread that sends for so long. */
    public ReplayTiming withDrain(RequestCost sending) {
        return new ReplayTiming(append, sending, service, roundTrip, fetchPause, consuming, reaction, late);
    }

    /** The same over a network on which a request and its answer take that long. */
    public ReplayTiming withRoundTrip(Duration network) {
        return new ReplayTiming(append, drain, service, network, fetchPause, consuming, reaction, late);
    }

    /**
     * The same where producers do not share their processors with a broker and a load generator: threads wake as soon
     * as they are due. Where a machine was calibrated all of these ran on a few cores.
     */
    public ReplayTiming onMachinesOfTheirOwn() {
        return new ReplayTiming(append, drain, service, roundTrip, fetchPause, consuming, DEFAULT_REACTION, IDLE_LATE);
    }

    /**
     * The same where threads wait for processors, and brokers wait for disks and replicas: they wake, and answer, so many
     * times later.
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

    /** The same where all that threads do takes half as long. */
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

    /** Nanoseconds of a record. */
    public record Cost(double nanosPerRecord, double nanosPerByte) {
        Cost times(double factor) {
            return new Cost(nanosPerRecord * factor, nanosPerByte * factor);
        }

        double of(int bytes) {
            return nanosPerRecord + nanosPerByte * bytes;
        }
    }

    /** Nanoseconds of a request; the bytes are of uncompressed records. */
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
