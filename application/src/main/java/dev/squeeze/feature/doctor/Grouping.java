package dev.squeeze.feature.doctor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/**
 * Batches that could have been one: neighbours of one producer in one partition, within one stretch. The stored
 * timestamps say which of them a longer {@code linger.ms} would have gathered, with all bursts and skew; no model of
 * arrivals is needed.
 */
final class Grouping {
    /** What a group may hold uncompressed, and the batch.size that is proposed. */
    static final int MAX_BYTES = 128 << 10;

    /** Of a topic's limit, what a batch.size may be: batches become a little larger than it where they compress worse. */
    private static final double MAX_LIMIT_SHARE = 0.5;

    private Grouping() {}

    /**
     * A {@code batch.size} with which batches stay well below the topic's limit: the one that is wanted, or the largest power of
     * two within half of the limit, or within what is not near it by the thresholds.
     *
     * @param maxMessageBytes the topic's {@code max.message.bytes}; absent where it is not known
     */
    static int accepted(int wantedBytes, OptionalDouble maxMessageBytes, Thresholds thresholds) {
        double share = Math.min(MAX_LIMIT_SHARE, thresholds.get(Threshold.NEAR_LIMIT_SHARE));
        return maxMessageBytes.isEmpty() ? wantedBytes : within(wantedBytes, share * maxMessageBytes.getAsDouble());
    }

    /** The one that is wanted, or the largest power of two that is not above the most. */
    static int within(int wantedBytes, double maxBytes) {
        return maxBytes >= wantedBytes ? wantedBytes : Integer.highestOneBit((int) Math.max(1, maxBytes));
    }

    private interface Fits {
        boolean test(List<BatchFact> group, BatchFact next);
    }

    /** So many neighbours in one. */
    static List<List<BatchFact>> neighbours(List<BatchFact> facts, int number) {
        return groups(facts, (group, next) -> group.size() < number);
    }

    /** Those that came within a time of the first, up to a size. */
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
