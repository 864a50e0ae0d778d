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
 * What Kafka's clients and brokers take on a certain machine beside the codecs themselves, as {@code squeeze calibrate}
 * measured it.
 *
 * @param roles CPU time by role; every role is there
 * @param roundTripNanos from a request's leaving to its answer, less the broker's CPU time for it: wakings, the network of
 *     the machine itself
 * @param fetchPauseNanos from a consumer's answer to its next fetch that waits at the broker, beside its work for what it got
 * @param reactionNanos from the append that fills a batch to its draining
 * @param lateNanos from when a batch's linger is over to its draining
 * @param saturation share of the cores that these costs make up where all goes as fast as it can, without a codec
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
                throw new IllegalArgumentException("there are no costs of " + role.key());
            }
        }
        if (roundTripNanos < 0
                || fetchPauseNanos < 0
                || reactionNanos < 0
                || lateNanos < 0
                || !(saturation > 0 && saturationCompressing > 0)) {
            throw new IllegalArgumentException(
                    "a round trip, a pause, a reaction and a delay are at least 0, a saturation above it");
        }
    }

    public RoleCost of(CostRole role) {
        RoleCost cost = roles.get(role);
        if (cost == null) {
            throw new IllegalStateException("no costs of " + role);
        }
        return cost;
    }

    /** Share of the cores that these costs make up where all goes as fast as it can. */
    public double saturation(CodecType codec) {
        return codec == CodecType.NONE ? saturation : saturationCompressing;
    }

    /** The same with another reaction. */
    public MachineCosts withReaction(double nanos) {
        return new MachineCosts(
                roles, roundTripNanos, fetchPauseNanos, nanos, lateNanos, saturation, saturationCompressing);
    }

    /** The same with another network. */
    public MachineCosts withRoundTrip(double nanos) {
        return new MachineCosts(
                roles, nanos, fetchPauseNanos, reactionNanos, lateNanos, saturation, saturationCompressing);
    }

    /** The same with so many times the CPU time for work, and so many times that for getting back to it after rests. */
    public MachineCosts scaled(double work, double rest) {
        Map<CostRole, RoleCost> scaled = new EnumMap<>(CostRole.class);
        roles.forEach((role, cost) -> scaled.put(role, cost.scaled(work, rest)));
        return new MachineCosts(
                scaled, roundTripNanos, fetchPauseNanos, reactionNanos, lateNanos, saturation, saturationCompressing);
    }

    /** What share of a role's CPU time for some traffic goes into getting back to work after rests. */
    public double restShare(CostRole role, TrafficCounts counts, CodecWork work) {
        return of(role).restNanos(counts.row(role), work.codec()) / cpuNanos(role, counts, work);
    }

    /** CPU nanoseconds of a role for some traffic. */
    public double cpuNanos(CostRole role, TrafficCounts counts, CodecWork work) {
        return of(role).cpuNanos(counts.row(role), work.codec(), work.nanos(role));
    }

    /**
     * How often the paced application threads of all producers wake while they send all this beside.
     *
     * @param slower how much longer they take by the clock, because they wait for processors
     */
    double wakings(TrafficCounts unpaced, CodecWork work, double recordsPerSecond, double slower) {
        double threadSeconds = unpaced.producers() * unpaced.seconds();
        double busy = cpuNanos(CostRole.APPLICATION, unpaced, work) / (threadSeconds * 1e9);
        return threadSeconds
                * TrafficCounts.wakingsPerSecond(
                        recordsPerSecond,
                        slower * busy,
                        slower * of(CostRole.APPLICATION).perWaking());
    }

    /** The threads' own nanoseconds for a request with its batches and records, where there are so many a second. */
    public double requestNanos(double requestsPerSecond, double batches, double records) {
        double nanos = 0;
        for (CostRole role : List.of(CostRole.SENDER, CostRole.REQUEST_HANDLER, CostRole.BROKER_NETWORK)) {
            RoleCost cost = of(role);
            nanos += requestNanos(role, requestsPerSecond) + cost.perBatch() * batches + cost.perRecord() * records;
        }
        return nanos;
    }

    /** Of one request; a produce request brings a thread two wakings: a sender's own and the answer, a broker's with the fetch. */
    private double requestNanos(CostRole role, double requestsPerSecond) {
        int wakings = role == CostRole.SENDER ? TrafficCounts.WAKINGS_OF_A_SENDER : 1;
        return of(role).perRequestAt(wakings, 2 * requestsPerSecond);
    }

    /**
     * The clock's side of these costs for one connection: a thread that works for a microsecond keeps what waits for it.
     *
     * @param alone the codec's own work in the application thread and at the broker
     * @param requestsPerSecond by which a request's cost is taken
     */
    public ReplayTiming timing(CodecAlone alone, double requestsPerSecond) {
        RoleCost application = of(CostRole.APPLICATION);
        RoleCost sender = of(CostRole.SENDER);
        RoleCost handler = of(CostRole.REQUEST_HANDLER);
        RoleCost network = of(CostRole.BROKER_NETWORK);
        RoleCost consumer = of(CostRole.CONSUMER);
        return new ReplayTiming(
                new ReplayTiming.Cost(application.perRecord(), application.perByte() + alone.compressNanosPerByte()),
                new ReplayTiming.RequestCost(
                        requestNanos(CostRole.SENDER, requestsPerSecond),
                        sender.perBatch(),
                        sender.perRecord(),
                        sender.perByte()),
                new ReplayTiming.RequestCost(
                        requestNanos(CostRole.REQUEST_HANDLER, requestsPerSecond)
                                + requestNanos(CostRole.BROKER_NETWORK, requestsPerSecond),
                        handler.perBatch() + network.perBatch(),
                        handler.perRecord() + network.perRecord(),
                        handler.perByte() + network.perByte() + alone.decompressNanosPerByte()),
                Duration.ofNanos((long) roundTripNanos),
                Duration.ofNanos((long) fetchPauseNanos),
                new ReplayTiming.RequestCost(
                        0,
                        consumer.perBatch(),
                        consumer.perRecord(),
                        consumer.perByte() + alone.decompressNanosPerByte()),
                Duration.ofNanos((long) reactionNanos),
                Duration.ofNanos((long) lateNanos));
    }
}
