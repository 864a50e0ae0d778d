package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistoryFolder;
import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.HistorySlot.BrokerRow;
import dev.squeeze.engine.history.HistoryVisitor;
import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.engine.history.TimedTotals;
import dev.squeeze.engine.history.TopicFacts;
import dev.squeeze.engine.history.TopicRow;
import dev.squeeze.engine.history.WatchStart;
import dev.squeeze.kit.cli.TopicFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Reads a history into sums by topic and time. */
final class HistoryTotals implements HistoryVisitor {
    static final int CPU_SECONDS = 0;
    static final int CPU_RECORDS = 1;
    private static final int CPU_OBSERVED = 2;

    private final WatchPeriods periods;
    private final TopicFilter filter;
    private final long pieceMillis;
    private final Map<String, TopicHistory> topics = new TreeMap<>();
    private final Map<String, TopicFacts> facts = new TreeMap<>();
    private final List<Mark> marks = new ArrayList<>();
    private final TimedTotals cpu;
    private final double[] secondsBySide = new double[3];
    private Optional<WatchStart> start = Optional.empty();
    private Optional<Instant> first = Optional.empty();
    private Instant last = Instant.EPOCH;
    private ReadingLoad load = ReadingLoad.NONE;
    private double seconds;
    private long rows;

    private HistoryTotals(WatchPeriods periods, TopicFilter filter, long pieceMillis) {
        this.periods = periods;
        this.filter = filter;
        this.pieceMillis = pieceMillis;
        this.cpu = new TimedTotals(pieceMillis, CPU_OBSERVED + 1);
    }

    /**
     * Reads it twice: first how long it is, then its rows.
     *
     * @param leftOut takes parts of files that could not be read
     */
    static HistoryTotals read(
            HistoryFolder folder, WatchPeriods periods, TopicFilter filter, List<HistoryFolder.LeftOut> leftOut) {
        Instant from = periods.since().orElse(Instant.EPOCH);
        Span span = new Span(periods);
        folder.read(from, span);
        HistoryTotals totals = new HistoryTotals(periods, filter, WatchPeriods.pieceMillis(span.length()));
        leftOut.addAll(folder.read(from, totals));
        return totals;
    }

    /** How long the rows that are reported span. */
    private static final class Span implements HistoryVisitor {
        private final WatchPeriods periods;
        private Optional<Instant> first = Optional.empty();
        private Instant last = Instant.EPOCH;

        Span(WatchPeriods periods) {
            this.periods = periods;
        }

        @Override
        public void slot(HistorySlot slot) {
            Instant end = slot.start().plus(slot.length());
            if (periods.holds(slot.start(), end)) {
                first = first.or(() -> Optional.of(slot.start()));
                last = end;
            }
        }

        Duration length() {
            return first.map(begin -> Duration.between(begin, last)).orElse(Duration.ZERO);
        }
    }

    @Override
    public void start(WatchStart started) {
        start = Optional.of(started);
    }

    @Override
    public void facts(TopicFacts latest) {
        facts.put(latest.topic(), latest);
        Optional.ofNullable(topics.get(latest.topic())).ifPresent(topic -> topic.facts(latest));
    }

    @Override
    public void mark(Mark mark) {
        if (periods.holds(mark.at(), mark.at()) && filter.takes(mark.topic())) {
            marks.add(mark);
        }
    }

    @Override
    public void slot(HistorySlot slot) {
        Instant end = slot.start().plus(slot.length());
        if (!periods.holds(slot.start(), end)) {
            return;
        }
        first = first.or(() -> Optional.of(slot.start()));
        last = end;
        rows++;
        load = load.plus(slot.load());
        double length = slot.length().toMillis() / 1e3;
        int side = periods.side(slot.start(), end);
        seconds += length;
        secondsBySide[side + 1] += length;
        double records = 0;
        for (TopicRow row : slot.topics()) {
            records += row.records();
            if (filter.takes(row.topic())) {
                topic(row.topic()).add(row, slot.start(), length, side);
            }
        }
        if (!slot.brokers().isEmpty() && side != 0) {
            double nanos =
                    slot.brokers().stream().mapToLong(BrokerRow::cpuNanos).sum();
            cpu.add(slot.start().toEpochMilli(), nanos / 1e9, records, length);
        }
    }

    private TopicHistory topic(String name) {
        return topics.computeIfAbsent(name, added -> {
            TopicHistory topic = new TopicHistory(added, pieceMillis);
            Optional.ofNullable(facts.get(added)).ifPresent(topic::facts);
            return topic;
        });
    }

    List<TopicHistory> topics() {
        return List.copyOf(topics.values());
    }

    List<Mark> marks() {
        return marks;
    }

    TimedTotals cpu() {
        return cpu;
    }

    /** CPU seconds for each second that brokers were observed in a time; 0 where they were not. */
    double cores(Instant from, Instant until) {
        double[] sums = cpu.between(from.toEpochMilli(), until.toEpochMilli());
        return sums[CPU_OBSERVED] == 0 ? 0 : sums[CPU_SECONDS] / sums[CPU_OBSERVED];
    }

    Optional<WatchStart> start() {
        return start;
    }

    /** Absent where no row lies within. */
    Optional<Instant> first() {
        return first;
    }

    Instant last() {
        return last;
    }

    ReadingLoad load() {
        return load;
    }

    double seconds() {
        return seconds;
    }

    double secondsBefore() {
        return secondsBySide[0];
    }

    double secondsAfter() {
        return secondsBySide[2];
    }

    long rows() {
        return rows;
    }
}
