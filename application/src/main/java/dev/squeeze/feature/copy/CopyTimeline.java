package dev.squeeze.feature.copy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Rounds in the order of time, in memory that does not grow: when there are too many, neighbours become one. */
final class CopyTimeline {
    /** Enough for an interval, little enough to keep. */
    private static final int MOST_ROUNDS = 2_000;

    /** More than a chart can show. */
    private static final int MOST_POINTS = 600;

    /**
     * One copy's turn within a round, or the source's.
     *
     * @param fromNanos by {@link System#nanoTime}
     * @param toNanos when it was over
     * @param readBytes as the source stores them
     * @param writtenBytes as this copy stores them
     * @param readCpuNanos of fetching and unpacking, for all copies together
     * @param clientCpuNanos of compressing and sending
     * @param brokerCpuNanos of all brokers that are visible; -1 where none is
     * @param nanos at work
     */
    record Round(
            long fromNanos,
            long toNanos,
            long records,
            long readBytes,
            long writtenBytes,
            long readCpuNanos,
            long clientCpuNanos,
            long brokerCpuNanos,
            long nanos) {
        private Round plus(Round later) {
            return new Round(
                    fromNanos,
                    later.toNanos,
                    records + later.records,
                    readBytes + later.readBytes,
                    writtenBytes + later.writtenBytes,
                    readCpuNanos + later.readCpuNanos,
                    clientCpuNanos + later.clientCpuNanos,
                    brokerCpuNanos < 0 || later.brokerCpuNanos < 0 ? -1 : brokerCpuNanos + later.brokerCpuNanos,
                    nanos + later.nanos);
        }
    }

    private final List<Round> rounds = new ArrayList<>();

    void add(Round round) {
        rounds.add(round);
        bound();
    }

    void add(CopyTimeline other) {
        rounds.addAll(other.rounds);
        bound();
    }

    private void bound() {
        if (rounds.size() > MOST_ROUNDS) {
            List<Round> pairs = joined(rounds, 2);
            rounds.clear();
            rounds.addAll(pairs);
        }
    }

    private static List<Round> joined(List<Round> rounds, int together) {
        List<Round> joined = new ArrayList<>();
        for (int i = 0; i < rounds.size(); i += together) {
            Round one = rounds.get(i);
            for (Round later : rounds.subList(i + 1, Math.min(rounds.size(), i + together))) {
                one = one.plus(later);
            }
            joined.add(one);
        }
        return joined;
    }

    List<Round> rounds() {
        return List.copyOf(rounds);
    }

    /** @param startNanos when copying began */
    List<CopyPoint> points(long startNanos) {
        int together = (rounds.size() + MOST_POINTS - 1) / MOST_POINTS;
        return joined(rounds, Math.max(1, together)).stream()
                .map(round -> new CopyPoint(
                        (round.fromNanos - startNanos) / 1e9,
                        (round.toNanos - startNanos) / 1e9,
                        round.records,
                        round.readBytes,
                        round.writtenBytes,
                        round.clientCpuNanos / 1e9,
                        round.brokerCpuNanos < 0 ? Optional.empty() : Optional.of(round.brokerCpuNanos / 1e9)))
                .toList();
    }
}
