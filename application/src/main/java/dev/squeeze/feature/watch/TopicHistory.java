package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.TimedTotals;
import dev.squeeze.engine.history.TopicFacts;
import dev.squeeze.engine.history.TopicRow;
import dev.squeeze.engine.history.TopicRow.CodecPart;
import dev.squeeze.feature.watch.WatchedTopic.CodecShare;
import dev.squeeze.feature.watch.WatchedTopic.Point;
import dev.squeeze.feature.watch.WatchedTopic.Traffic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Sums of a topic's rows: over time, and by codec before and after a change. */
final class TopicHistory {
    static final int RECORDS = 0;
    static final int BATCHES = 1;
    static final int BYTES = 2;
    static final int SPAN_SUM = 3;
    static final int SPANNED_BATCHES = 4;
    static final int SECONDS = 5;
    private static final int AMOUNTS = 6;
    private static final int CODECS = CodecPart.CODECS;
    private static final int MAX_POINTS = 240;
    /** Less is rounding, or a batch that did not get smaller. */
    private static final double NOTABLE = 0.0005;

    private final String topic;
    private final TimedTotals totals;
    private final Period all = new Period();
    private final Period before = new Period();
    private final Period after = new Period();
    private Optional<TopicFacts> facts = Optional.empty();
    private int producers;
    private long sampledBatches;
    private double recompressed;
    private boolean metered;

    /** Sums of a period. */
    private static final class Period {
        private final double[] sums = new double[AMOUNTS];
        private final double[][] codecs = new double[CODECS][2];
    }

    TopicHistory(String topic, long pieceMillis) {
        this.topic = topic;
        this.totals = new TimedTotals(pieceMillis, AMOUNTS);
    }

    String topic() {
        return topic;
    }

    TimedTotals totals() {
        return totals;
    }

    void facts(TopicFacts latest) {
        facts = Optional.of(latest);
    }

    Optional<TopicFacts> facts() {
        return facts;
    }

    int producers() {
        return producers;
    }

    long sampledBatches() {
        return sampledBatches;
    }

    double storedBytes() {
        return all.sums[BYTES];
    }

    OptionalDouble recompressedShare() {
        return metered ? OptionalDouble.of(recompressed / Math.max(1, all.sums[RECORDS])) : OptionalDouble.empty();
    }

    /**
     * Adds a row.
     *
     * @param side -1 before the change, 1 after it, 0 where it belongs to neither
     */
    void add(TopicRow row, Instant start, double seconds, int side) {
        double span = row.spanMillis().isPresent() ? row.spanMillis().getAsDouble() * row.batches() : 0;
        double[] amounts = {
            row.records(),
            row.batches(),
            row.storedBytes(),
            span,
            row.spanMillis().isPresent() ? row.batches() : 0,
            seconds
        };
        producers = Math.max(producers, row.producers());
        sampledBatches += row.sampledBatches();
        metered |= row.recompressed().isPresent();
        recompressed += row.recompressed().orElse(0);
        add(all, amounts, row);
        if (side < 0) {
            add(before, amounts, row);
        } else if (side > 0) {
            add(after, amounts, row);
        }
        if (side != 0) {
            totals.add(start.toEpochMilli(), amounts);
        }
    }

    private static void add(Period period, double[] amounts, TopicRow row) {
        for (int i = 0; i < AMOUNTS; i++) {
            period.sums[i] += amounts[i];
        }
        for (CodecPart part : row.codecs()) {
            period.codecs[part.codecId()][0] += part.records();
            period.codecs[part.codecId()][1] += part.storedBytes();
        }
    }

    /** @param seconds that were observed, also without traffic */
    Traffic all(double seconds) {
        return traffic(all, seconds);
    }

    Traffic before(double seconds) {
        return traffic(before, seconds);
    }

    Traffic after(double seconds) {
        return traffic(after, seconds);
    }

    private static Traffic traffic(Period period, double seconds) {
        double[] sums = period.sums;
        double time = Math.max(1e-3, seconds);
        return new Traffic(
                Math.round(sums[RECORDS]),
                sums[RECORDS] / time,
                sums[BYTES] / time,
                sums[BYTES] / Math.max(1, sums[RECORDS]),
                sums[BATCHES] == 0 ? 0 : sums[RECORDS] / sums[BATCHES],
                sums[SPANNED_BATCHES] == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(sums[SPAN_SUM] / sums[SPANNED_BATCHES]),
                codecs(period));
    }

    private static List<CodecShare> codecs(Period period) {
        List<CodecShare> shares = new ArrayList<>();
        double records = 0;
        double bytes = 0;
        for (double[] codec : period.codecs) {
            records += codec[0];
            bytes += codec[1];
        }
        for (int codec = 0; codec < CODECS; codec++) {
            double share = period.codecs[codec][0] / Math.max(1, records);
            if (share > NOTABLE) {
                shares.add(
                        new CodecShare(CodecMarks.label(codec), share, period.codecs[codec][1] / Math.max(1, bytes)));
            }
        }
        return shares.stream()
                .sorted(Comparator.comparingDouble(CodecShare::recordShare).reversed())
                .toList();
    }

    /** At most some hundred pieces, the same number of rows in each. */
    List<Point> overTime() {
        List<double[]> pieces = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        totals.forEach((start, sums) -> {
            starts.add(start);
            pieces.add(sums);
        });
        int group = Math.max(1, (pieces.size() + MAX_POINTS - 1) / MAX_POINTS);
        List<Point> points = new ArrayList<>();
        for (int from = 0; from < pieces.size(); from += group) {
            double[] sums = new double[AMOUNTS];
            for (double[] piece : pieces.subList(from, Math.min(pieces.size(), from + group))) {
                for (int i = 0; i < AMOUNTS; i++) {
                    sums[i] += piece[i];
                }
            }
            if (sums[RECORDS] > 0 && sums[BATCHES] > 0) {
                points.add(new Point(
                        Instant.ofEpochMilli(starts.get(from)),
                        sums[RECORDS] / Math.max(1e-3, sums[SECONDS]),
                        sums[BYTES] / sums[RECORDS],
                        sums[RECORDS] / sums[BATCHES]));
            }
        }
        return points;
    }
}
