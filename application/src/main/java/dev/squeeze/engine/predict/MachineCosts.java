package dev.squeeze.engine.predict;

import dev.squeeze.engine.measure.CodecAlone;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.kafka.ReplayTiming;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Costs of Kafka's clients and brokers on a certain machine as measured by {@code squeeze calibrate}, without the
 * codecs' own work.
 *
 * @param roles CPU costs by role; contains every role
 * @param roundTripNanos from sending a request to its response, less the broker's CPU time for it: wake-ups, and the
 *     machine's own network
 * @param fetchPauseNanos from a fetch response to the consumer's next fetch arriving at the broker, less its work for
 *     what it received
 * @param reactionNanos from the append that fills a batch until the batch is drained
 * @param lateNanos from the end of a batch's linger until the batch is drained
 * @param saturation share of the cores that these costs add up to under unthrottled load, without a codec
 * @param saturationCompressing the same with a codec: the application compresses while others wait for one another
 */
public record MachineCosts(
        Map<CostRole, RoleCost> roles,
        double roundTripNanos,
        double fetchPauseNanos,
        double reactionNanos,
        double lateNanos,
        double saturation,
        double saturationCompressing) {
    public MachineCosts {
        roles = Collections.unmodifiableMap(new EnumMap<CostRole, RoleCost>(roles));
        for (CostRole role : CostRole.values()) {
            if (!roles.containsKey(role)) {
                throw new IllegalArgumentException("missing costs of " + role.key());
            }
        }
        if (roundTripNanos < 0
                || fetchPauseNanos < 0
                || reactionNanos < 0
                || lateNanos < 0
                || !(saturation > 0 && saturationCompressing > 0)) {
            throw new IllegalArgumentException(
                    "round trip, fetch pause, reaction and delay must not be negative, and saturations must be above 0");
        }
    }

    public RoleCost of(CostRole role) {
        RoleCost cost = roles.get(role);
        if (cost == null) {
            throw new IllegalStateException("no costs of " + role);
        }
        return cost;
    }

    /** Share of the cores that these costs add up to under unthrottled load. */
    public double saturation(CodecType codec) {
        return codec == CodecType.NONE ? saturation : saturationCompressing;
    }

    /** These costs with another {@link #reactionNanos}. */
    public MachineCosts withReaction(double nanos) {
        return new MachineCosts(
                roles, roundTripNanos, fetchPauseNanos, nanos, lateNanos, saturation, saturationCompressing);
    }

    /** These costs with the costs of another producer. */
    public MachineCosts withProducer(RoleCost application, RoleCost sender) {
        Map<CostRole, RoleCost> other = new EnumMap<>(roles);
        other.put(CostRole.APPLICATION, application);
        other.put(CostRole.SENDER, sender);
        return new MachineCosts(
                other, roundTripNanos, fetchPauseNanos, reactionNanos, lateNanos, saturation, saturationCompressing);
    }

    /** These costs with another {@link #roundTripNanos}. */
    public MachineCosts withRoundTrip(double nanos) {
        return new MachineCosts(
                roles, nanos, fetchPauseNanos, reactionNanos, lateNanos, saturation, saturationCompressing);
    }

    /** These costs with CPU times multiplied by the scale. */
    public MachineCosts scaled(CostScale scale) {
        Map<CostRole, RoleCost> scaled = new EnumMap<>(CostRole.class);
        roles.forEach((role, cost) -> scaled.put(role, cost.scaled(scale)));
        return new MachineCosts(
                scaled, roundTripNanos, fetchPauseNanos, reactionNanos, lateNanos, saturation, saturationCompressing);
    }

    /** Share of a role's CPU time for some traffic that is spent on resuming work after idle periods. */
    public double wakeUpShare(CostRole role, TrafficCounts counts, CodecWork work) {
        return of(role).restNanos(role, counts, work.codec()) / cpuNanos(role, counts, work);
    }

    /** CPU nanoseconds of a role for some traffic. */
    public double cpuNanos(CostRole role, TrafficCounts counts, CodecWork work) {
        return of(role).cpuNanos(role, counts, work.codec(), work.nanos(role));
    }

    /**
     * How often the paced application threads of all producers wake up while they send the traffic.
     *
     * @param slower factor by which they take longer in elapsed time because they wait for a CPU
     */
    double wakeUps(TrafficCounts unpaced, CodecWork work, double recordsPerSecond, double slower) {
        double threadSeconds = unpaced.producers() * unpaced.seconds();
        double busy = cpuNanos(CostRole.APPLICATION, unpaced, work) / (threadSeconds * 1e9);
        return threadSeconds
                * TrafficCounts.wakeUpsPerSecond(
                        recordsPerSecond,
                        slower * busy,
                        slower * of(CostRole.APPLICATION).nanos(CostTerm.WAKE_UP));
    }

    /** CPU nanoseconds of all threads for a request with its batches and records, at this request rate. */
    public double requestNanos(double requestsPerSecond, double batches, double records) {
        double nanos = 0;
        for (CostRole role : List.of(CostRole.SENDER, CostRole.REQUEST_HANDLER, CostRole.BROKER_NETWORK)) {
            RoleCost cost = of(role);
            nanos += requestNanos(role, requestsPerSecond)
                    + cost.nanos(CostTerm.BATCH) * batches
                    + cost.nanos(CostTerm.RECORD) * records;
        }
        return nanos;
    }

    /**
     * Cost of one request for a role. A produce request wakes threads twice: the sender to send and to read the
     * response, a broker's threads also for the fetch.
     */
    private double requestNanos(CostRole role, double requestsPerSecond) {
        int wakeUps = role == CostRole.SENDER ? TrafficCounts.SENDER_WAKE_UPS_PER_REQUEST : 1;
        return of(role).perRequestAt(wakeUps, 2 * requestsPerSecond);
    }

    /**
     * These costs in elapsed time for one connection: while a thread works, whatever waits for it is delayed.
     *
     * @param alone the codec's own work in the application thread and at the broker
     * @param requestsPerSecond rate at which the cost of a request is evaluated
     */
    public ReplayTiming timing(CodecAlone alone, double requestsPerSecond) {
        RoleCost application = of(CostRole.APPLICATION);
        RoleCost sender = of(CostRole.SENDER);
        RoleCost handler = of(CostRole.REQUEST_HANDLER);
        RoleCost network = of(CostRole.BROKER_NETWORK);
        RoleCost consumer = of(CostRole.CONSUMER);
        return new ReplayTiming(
                new ReplayTiming.Cost(
                        application.nanos(CostTerm.RECORD),
                        application.nanos(CostTerm.BYTE) + alone.compressNanosPerByte()),
                new ReplayTiming.RequestCost(
                        requestNanos(CostRole.SENDER, requestsPerSecond),
                        sender.nanos(CostTerm.BATCH),
                        sender.nanos(CostTerm.RECORD),
                        sender.nanos(CostTerm.BYTE)),
                new ReplayTiming.RequestCost(
                        requestNanos(CostRole.REQUEST_HANDLER, requestsPerSecond)
                                + requestNanos(CostRole.BROKER_NETWORK, requestsPerSecond),
                        handler.nanos(CostTerm.BATCH) + network.nanos(CostTerm.BATCH),
                        handler.nanos(CostTerm.RECORD) + network.nanos(CostTerm.RECORD),
                        handler.nanos(CostTerm.BYTE) + network.nanos(CostTerm.BYTE) + alone.decompressNanosPerByte()),
                Duration.ofNanos((long) roundTripNanos),
                Duration.ofNanos((long) fetchPauseNanos),
                new ReplayTiming.RequestCost(
                        0,
                        consumer.nanos(CostTerm.BATCH),
                        consumer.nanos(CostTerm.RECORD),
                        consumer.nanos(CostTerm.BYTE) + alone.decompressNanosPerByte()),
                Duration.ofNanos((long) reactionNanos),
                Duration.ofNanos((long) lateNanos));
    }

    /**
     * The same for other clients than Java's, which were measured as one process. The costs of batches, and half of
     * those of a request, are spent where requests are written; responses are read in parallel elsewhere. A thread that
     * has more to write does not go idle.
     */
    ReplayTiming timingOfOneProcess(CodecAlone alone, double requestsPerSecond) {
        RoleCost sender = of(CostRole.SENDER);
        return timing(alone, requestsPerSecond)
                .withDrain(new ReplayTiming.RequestCost(
                        sender.nanos(CostTerm.REQUEST) / 2,
                        of(CostRole.APPLICATION).nanos(CostTerm.BATCH) + sender.nanos(CostTerm.BATCH),
                        sender.nanos(CostTerm.RECORD),
                        sender.nanos(CostTerm.BYTE)));
    }
}
