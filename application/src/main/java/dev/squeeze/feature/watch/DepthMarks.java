package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.history.TopicRow;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/**
 * Detects that batches contain less than half as many records as at the same hour of the previous day or, on the first
 * day, as in recent slots. Batches also shrink when fewer records arrive, so a drop counts only if the rate has not
 * dropped as well.
 */
final class DepthMarks {
    private static final double HALF = 0.5;
    private static final double ABOUT_THE_RATE = 0.7;
    private static final long ENOUGH_BATCHES = 10;
    /** A single slot may be a burst or a restart. */
    private static final int SLOTS_IN_A_ROW = 2;

    /**
     * Clients and brokers that have just started form different batches than later; the median of this many slots is
     * not affected by them.
     */
    private static final int MIN_SLOTS_KNOWN = 10;

    private static final int SLOTS_KEPT = 15;
    private static final double NEW = 0.2;
    private static final int HOURS = 24;

    private final Consumer<Mark> marks;
    private final Map<String, Usual> topics = new HashMap<>();

    /** Usual records per batch and rate of a topic. */
    private static final class Usual {
        private final double[] depthByHour = new double[HOURS];
        private final double[] rateByHour = new double[HOURS];
        private final long[] dayOfHour = new long[HOURS];
        private final double[] depths = new double[SLOTS_KEPT];
        private final double[] rates = new double[SLOTS_KEPT];
        private int slots;
        private int shallow;
    }

    DepthMarks(Consumer<Mark> marks) {
        this.marks = marks;
    }

    /** Learns from a slot of an earlier watch. */
    void known(HistorySlot slot) {
        slot.topics().stream()
                .filter(row -> row.batches() > 0)
                .forEach(row -> learn(
                        topics.computeIfAbsent(row.topic(), topic -> new Usual()),
                        row.records() / row.batches(),
                        rate(row, slot.length()),
                        slot.start()));
    }

    private static double rate(TopicRow row, Duration length) {
        return row.records() / Math.max(1e-3, length.toMillis() / 1e3);
    }

    /**
     * @param track of the topic's producers, to name the one with the smallest batches
     * @param sinceRound producers that sent nothing since this round are ignored
     */
    void slot(TopicRow row, HistorySlot slot, TopicTrack track, long sinceRound) {
        if (row.batches() <= 0 || row.sampledBatches() < ENOUGH_BATCHES) {
            return;
        }
        Usual usual = topics.computeIfAbsent(row.topic(), topic -> new Usual());
        double depth = row.records() / row.batches();
        double rate = rate(row, slot.length());
        int hour = hour(slot.start());
        boolean yesterday = usual.dayOfHour[hour] > 0 && usual.dayOfHour[hour] == day(slot.start()) - 1;
        double was = yesterday ? usual.depthByHour[hour] : lately(usual.depths, usual.slots);
        double rateWas = yesterday ? usual.rateByHour[hour] : lately(usual.rates, usual.slots);
        boolean known = yesterday || usual.slots >= MIN_SLOTS_KNOWN;
        if (!known || depth >= HALF * was || rate < ABOUT_THE_RATE * rateWas) {
            usual.shallow = 0;
            learn(usual, depth, rate, slot.start());
            return;
        }
        usual.shallow++;
        if (usual.shallow == SLOTS_IN_A_ROW) {
            marks.accept(mark(
                    row.topic(),
                    was,
                    depth,
                    yesterday,
                    track.shallowest(sinceRound),
                    slot.start().plus(slot.length())));
            // From now on, the smaller batches are usual.
            topics.put(row.topic(), new Usual());
        }
    }

    private static Mark mark(
            String topic,
            double was,
            double depth,
            boolean yesterday,
            Optional<Map.Entry<Long, ProducerTrack>> producer,
            Instant at) {
        String whose = producer.map(shallow -> String.format(
                        Locale.ROOT,
                        "; %s has the fewest, %,.1f",
                        CodecMarks.name(shallow.getKey()),
                        shallow.getValue().recordsPerBatch()))
                .orElse("");
        return new Mark(
                at,
                Mark.Kind.SHALLOW_BATCHES,
                topic,
                producer.filter(shallow -> shallow.getKey() != SeenBatch.NO_ID)
                        .map(shallow -> OptionalLong.of(shallow.getKey()))
                        .orElse(OptionalLong.empty()),
                Optional.empty(),
                Optional.empty(),
                String.format(
                        Locale.ROOT,
                        "%1$,.1f records per batch, down from %3$,.1f %2$s, at about the same rate%4$s",
                        depth,
                        yesterday ? "at the same hour of the previous day" : "before",
                        was,
                        whose));
    }

    private static void learn(Usual usual, double depth, double rate, Instant at) {
        usual.depths[usual.slots % SLOTS_KEPT] = depth;
        usual.rates[usual.slots % SLOTS_KEPT] = rate;
        usual.slots++;
        int hour = hour(at);
        boolean first = usual.dayOfHour[hour] != day(at);
        double part = first ? 1 : NEW;
        usual.depthByHour[hour] += part * (depth - usual.depthByHour[hour]);
        usual.rateByHour[hour] += part * (rate - usual.rateByHour[hour]);
        usual.dayOfHour[hour] = day(at);
    }

    /** The median of the last slots; 0 if there are none. */
    private static double lately(double[] ring, int slots) {
        double[] sorted = Arrays.copyOf(ring, Math.min(slots, ring.length));
        Arrays.sort(sorted);
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }

    private static int hour(Instant at) {
        return (int) (at.getEpochSecond() / 3600 % HOURS);
    }

    private static long day(Instant at) {
        return at.getEpochSecond() / 3600 / HOURS;
    }
}
