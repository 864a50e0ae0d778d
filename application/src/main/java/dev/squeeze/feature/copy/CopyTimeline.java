package dev.squeeze.feature.copy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Turns in chronological order, in bounded memory: if there are too many, adjacent ones are joined. */
final class CopyTimeline {
    /** Enough for a confidence interval, and few enough to keep in memory. */
    private static final int MAX_TURNS = 2_000;

    /** More than a chart can show. */
    private static final int MAX_POINTS = 600;

    /**
     * One copy's turn within a round, or the source's.
     *
     * @param fromNanos start, by {@link System#nanoTime}
     * @param toNanos end
     * @param readBytes size of the records, as the source stores them
     * @param writtenBytes size of the records, as this copy stores them
     * @param readCpuNanos CPU time of fetching and decompressing, for all copies together
     * @param clientCpuNanos CPU time of compressing and sending
     * @param brokerCpuNanos CPU time of all brokers; absent if not visible
     * @param busyNanos time spent on the turn
     */
    record Turn(
            long fromNanos,
            long toNanos,
            long records,
            long readBytes,
            long writtenBytes,
            long readCpuNanos,
            long clientCpuNanos,
            OptionalLong brokerCpuNanos,
            long busyNanos) {
        private Turn plus(Turn later) {
            return new Turn(
                    fromNanos,
                    later.toNanos,
                    records + later.records,
                    readBytes + later.readBytes,
                    writtenBytes + later.writtenBytes,
                    readCpuNanos + later.readCpuNanos,
                    clientCpuNanos + later.clientCpuNanos,
                    sum(brokerCpuNanos, later.brokerCpuNanos),
                    busyNanos + later.busyNanos);
        }

        private static OptionalLong sum(OptionalLong left, OptionalLong right) {
            return left.isPresent() && right.isPresent()
                    ? OptionalLong.of(left.getAsLong() + right.getAsLong())
                    : OptionalLong.empty();
        }

        private CopyPoint point(long startNanos) {
            return new CopyPoint(
                    (fromNanos - startNanos) / 1e9,
                    (toNanos - startNanos) / 1e9,
                    records,
                    readBytes,
                    writtenBytes,
                    clientCpuNanos / 1e9,
                    brokerCpuNanos.isPresent() ? Optional.of(brokerCpuNanos.getAsLong() / 1e9) : Optional.empty());
        }
    }

    private final List<Turn> turns = new ArrayList<>();

    void add(Turn turn) {
        turns.add(turn);
        bound();
    }

    void add(CopyTimeline other) {
        turns.addAll(other.turns);
        bound();
    }

    private void bound() {
        if (turns.size() > MAX_TURNS) {
            List<Turn> pairs = joined(turns, 2);
            turns.clear();
            turns.addAll(pairs);
        }
    }

    private static List<Turn> joined(List<Turn> turns, int together) {
        List<Turn> joined = new ArrayList<>();
        for (int i = 0; i < turns.size(); i += together) {
            turns.subList(i, Math.min(turns.size(), i + together)).stream()
                    .reduce(Turn::plus)
                    .ifPresent(joined::add);
        }
        return joined;
    }

    List<Turn> turns() {
        return List.copyOf(turns);
    }

    /** @param startNanos when copying began, by {@link System#nanoTime} */
    List<CopyPoint> points(long startNanos) {
        int together = (turns.size() + MAX_POINTS - 1) / MAX_POINTS;
        return joined(turns, Math.max(1, together)).stream()
                .map(turn -> turn.point(startNanos))
                .toList();
    }
}
