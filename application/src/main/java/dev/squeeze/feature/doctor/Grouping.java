package dev.squeeze.feature.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Groups batches that could have been one: neighbours of one producer in one partition, within one stretch. The stored
 * timestamps show which of them a longer {@code linger.ms} would have merged, including all bursts and skew, so no
 * model of arrivals is needed.
 */
final class Grouping {
    /** Maximum uncompressed bytes of a group, and the proposed batch.size. */
    static final int MAX_BYTES = 128 << 10;

    /**
     * Maximum batch.size as a share of the topic's limit: batches get a little larger than batch.size if they compress
     * worse than estimated.
     */
    private static final double MAX_LIMIT_SHARE = 0.5;

    private Grouping() {}

    /**
     * A {@code batch.size} with which batches stay well below the topic's limit: the wanted size, or the largest power
     * of two that is within half of the limit and does not count as near it by the thresholds.
     *
     * @param maxMessageBytes the topic's {@code max.message.bytes}; absent if unknown
     */
    static int accepted(int wantedBytes, OptionalDouble maxMessageBytes, Thresholds thresholds) {
        double share = Math.min(MAX_LIMIT_SHARE, thresholds.get(Threshold.NEAR_LIMIT_SHARE));
        return maxMessageBytes.isEmpty() ? wantedBytes : within(wantedBytes, share * maxMessageBytes.getAsDouble());
    }

    /** The wanted size, or the largest power of two that does not exceed the maximum. */
    static int within(int wantedBytes, double maxBytes) {
        return maxBytes >= wantedBytes ? wantedBytes : Integer.highestOneBit((int) Math.max(1, maxBytes));
    }

    private interface Fits {
        boolean test(List<BatchFact> group, BatchFact next);
    }

    /** Groups of this many neighbours. */
    static List<List<BatchFact>> neighbours(List<BatchFact> facts, int number) {
        return groups(facts, (group, next) -> group.size() < number);
    }

    /** Groups of batches that arrived within a time of the first, up to {@link #MAX_BYTES}. */
    static List<List<BatchFact>> lingering(List<BatchFact> facts, double millis) {
        ArrivalTimes times = ArrivalTimes.of(facts);
        return groups(
                facts,
                (group, next) -> Math.abs(times.millis(next) - times.millis(group.get(0))) <= millis
                        && LogFacts.uncompressed(group) + next.uncompressedBytes() <= MAX_BYTES);
    }

    private static List<List<BatchFact>> groups(List<BatchFact> facts, Fits fits) {
        List<List<BatchFact>> done = new ArrayList<>();
        Map<BatchFact.Lane, List<BatchFact>> open = new LinkedHashMap<>();
        int stretch = -1;
        for (BatchFact fact : facts) {
            if (fact.stretch() != stretch) {
                done.addAll(open.values());
                open.clear();
                stretch = fact.stretch();
            }
            List<BatchFact> group = open.computeIfAbsent(fact.lane(), lane -> new ArrayList<>());
            if (!group.isEmpty() && !fits.test(group, fact)) {
                done.add(group);
                group = new ArrayList<>();
                open.put(fact.lane(), group);
            }
            group.add(fact);
        }
        done.addAll(open.values());
        return done;
    }
}
