package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.Sums;
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
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/** Sums of a topic's rows: over time, and by codec, before and after a change. */
final class TopicHistory {
    private static final int MAX_POINTS = 240;
    /** A smaller share is rounding, or batches that compression did not make smaller. */
    private static final double NOTABLE = 0.0005;

    private final String topic;
    private final TimedTotals<Amount> totals;
    private final Period all = new Period();
    private final Period before = new Period();
    private final Period after = new Period();
    private Optional<TopicFacts> facts = Optional.empty();
    private int producers;
    private long sampledBatches;
    private double recompressed;
    private boolean metered;

    /** The amounts that are summed over a topic's rows. */
    enum Amount {
        RECORDS,
        BATCHES,
        STORED_BYTES,
        /** Summed over all batches whose time from the first record to the last is known. */
        SPAN_MILLIS,
        SPANNED_BATCHES,
        /** Observed time. */
        SECONDS
    }

    /** Sums of a period, in total and by codec ID. */
    private static final class Period {
        private final Sums<Amount> sums = new Sums<>(Amount.class);
        private final Map<Integer, Sums<Amount>> codecs = new TreeMap<>();

        void add(Sums<Amount> row, List<CodecPart> parts) {
            sums.add(row);
            for (CodecPart part : parts) {
                codecs.computeIfAbsent(part.codecId(), id -> new Sums<>(Amount.class))
                        .add(Amount.RECORDS, part.records())
                        .add(Amount.STORED_BYTES, part.storedBytes());
            }
        }
    }

    TopicHistory(String topic, long pieceMillis) {
        this.topic = topic;
        this.totals = new TimedTotals<>(pieceMillis, Amount.class);
    }

    String topic() {
        return topic;
    }

    TimedTotals<Amount> totals() {
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
        return all.sums.of(Amount.STORED_BYTES);
    }

    OptionalDouble recompressedShare() {
        return metered
                ? OptionalDouble.of(recompressed / Math.max(1, all.sums.of(Amount.RECORDS)))
                : OptionalDouble.empty();
    }

    /** @param side whether the row is before or after the change */
    void add(TopicRow row, Instant start, double seconds, WatchPeriods.Side side) {
        Sums<Amount> amounts = new Sums<>(Amount.class)
                .add(Amount.RECORDS, row.records())
                .add(Amount.BATCHES, row.batches())
                .add(Amount.STORED_BYTES, row.storedBytes())
                .add(Amount.SECONDS, seconds);
        row.spanMillis().ifPresent(span -> amounts.add(Amount.SPAN_MILLIS, span * row.batches())
                .add(Amount.SPANNED_BATCHES, row.batches()));
        producers = Math.max(producers, row.producers());
        sampledBatches += row.sampledBatches();
        metered |= row.recompressed().isPresent();
        recompressed += row.recompressed().orElse(0);
        all.add(amounts, row.codecs());
        if (side == WatchPeriods.Side.BEFORE) {
            before.add(amounts, row.codecs());
        } else if (side == WatchPeriods.Side.AFTER) {
            after.add(amounts, row.codecs());
        }
        if (side != WatchPeriods.Side.NEITHER) {
            totals.add(start.toEpochMilli(), amounts);
        }
    }

    /** @param seconds observed time, including time without traffic */
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
        double records = period.sums.of(Amount.RECORDS);
        double storedBytes = period.sums.of(Amount.STORED_BYTES);
        double batches = period.sums.of(Amount.BATCHES);
        double spanned = period.sums.of(Amount.SPANNED_BATCHES);
        double time = Math.max(1e-3, seconds);
        return new Traffic(
                Math.round(records),
                records / time,
                storedBytes / time,
                storedBytes / Math.max(1, records),
                batches == 0 ? 0 : records / batches,
                spanned == 0 ? OptionalDouble.empty() : OptionalDouble.of(period.sums.of(Amount.SPAN_MILLIS) / spanned),
                codecs(period.codecs));
    }

    private static List<CodecShare> codecs(Map<Integer, Sums<Amount>> codecs) {
        Sums<Amount> all = new Sums<>(Amount.class);
        codecs.values().forEach(all::add);
        List<CodecShare> shares = new ArrayList<>();
        codecs.forEach((id, sums) -> {
            double share = sums.of(Amount.RECORDS) / Math.max(1, all.of(Amount.RECORDS));
            if (share > NOTABLE) {
                shares.add(new CodecShare(
                        CodecMarks.label(id),
                        share,
                        sums.of(Amount.STORED_BYTES) / Math.max(1, all.of(Amount.STORED_BYTES))));
            }
        });
        return shares.stream()
                .sorted(Comparator.comparingDouble(CodecShare::recordShare).reversed())
                .toList();
    }

    /** At most {@value #MAX_POINTS} points, each over the same number of time slices. */
    List<Point> overTime() {
        List<Sums<Amount>> pieces = new ArrayList<>();
        List<Long> starts = new ArrayList<>();
        totals.forEach((start, sums) -> {
            starts.add(start);
            pieces.add(sums);
        });
        int group = Math.max(1, (pieces.size() + MAX_POINTS - 1) / MAX_POINTS);
        List<Point> points = new ArrayList<>();
        for (int from = 0; from < pieces.size(); from += group) {
            Sums<Amount> sums = new Sums<>(Amount.class);
            pieces.subList(from, Math.min(pieces.size(), from + group)).forEach(sums::add);
            double records = sums.of(Amount.RECORDS);
            double batches = sums.of(Amount.BATCHES);
            if (records > 0 && batches > 0) {
                points.add(new Point(
                        Instant.ofEpochMilli(starts.get(from)),
                        records / Math.max(1e-3, sums.of(Amount.SECONDS)),
                        sums.of(Amount.STORED_BYTES) / records,
                        records / batches));
            }
        }
        return points;
    }
}
