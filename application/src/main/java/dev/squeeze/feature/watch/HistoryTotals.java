package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistoryFolder;
import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.HistorySlot.BrokerRow;
import dev.squeeze.engine.history.HistoryVisitor;
import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.engine.history.Sums;
import dev.squeeze.engine.history.TimedTotals;
import dev.squeeze.engine.history.TopicFacts;
import dev.squeeze.engine.history.TopicRow;
import dev.squeeze.engine.history.WatchStart;
import dev.squeeze.kit.cli.TopicFilter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Sums a history by topic and time. */
final class HistoryTotals implements HistoryVisitor {
    private final WatchPeriods periods;
    private final TopicFilter filter;
    private final long pieceMillis;
    private final Map<String, TopicHistory> topics = new TreeMap<>();
    private final Map<String, TopicFacts> facts = new TreeMap<>();
    private final List<Mark> marks = new ArrayList<>();
    private final TimedTotals<CpuAmount> cpu;
    private final Map<WatchPeriods.Side, Double> secondsBySide = new EnumMap<>(WatchPeriods.Side.class);
    private Optional<WatchStart> start = Optional.empty();
    private Optional<Instant> first = Optional.empty();
    private Instant last = Instant.EPOCH;
    private ReadingLoad load = ReadingLoad.NONE;
    private double seconds;
    private long rows;

    /** The amounts that are summed over the rows of brokers. */
    enum CpuAmount {
        CPU_SECONDS,
        /** Records of all topics while the brokers were observed. */
        RECORDS,
        OBSERVED_SECONDS
    }

    private HistoryTotals(WatchPeriods periods, TopicFilter filter, long pieceMillis) {
        this.periods = periods;
        this.filter = filter;
        this.pieceMillis = pieceMillis;
        this.cpu = new TimedTotals<>(pieceMillis, CpuAmount.class);
    }

    /**
     * Reads the history twice: first to find out its length, then the rows.
     *
     * @param leftOut receives the parts of files that could not be read
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

    /** Measures the time span of the reported rows. */
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
        WatchPeriods.Side side = periods.side(slot.start(), end);
        seconds += length;
        secondsBySide.merge(side, length, Double::sum);
        double records = 0;
        for (TopicRow row : slot.topics()) {
            records += row.records();
            if (filter.takes(row.topic())) {
                topic(row.topic()).add(row, slot.start(), length, side);
            }
        }
        if (!slot.brokers().isEmpty() && side != WatchPeriods.Side.NEITHER) {
            double nanos =
                    slot.brokers().stream().mapToLong(BrokerRow::cpuNanos).sum();
            cpu.add(
                    slot.start().toEpochMilli(),
                    new Sums<>(CpuAmount.class)
                            .add(CpuAmount.CPU_SECONDS, nanos / 1e9)
                            .add(CpuAmount.RECORDS, records)
                            .add(CpuAmount.OBSERVED_SECONDS, length));
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

    TimedTotals<CpuAmount> cpu() {
        return cpu;
    }

    /** CPU seconds per second of broker observation in this period; 0 if brokers were not observed. */
    double cores(Instant from, Instant until) {
        Sums<CpuAmount> sums = cpu.between(from.toEpochMilli(), until.toEpochMilli());
        double observed = sums.of(CpuAmount.OBSERVED_SECONDS);
        return observed == 0 ? 0 : sums.of(CpuAmount.CPU_SECONDS) / observed;
    }

    Optional<WatchStart> start() {
        return start;
    }

    /** Absent if no row is in the reported period. */
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
        return secondsBySide.getOrDefault(WatchPeriods.Side.BEFORE, 0.0);
    }

    double secondsAfter() {
        return secondsBySide.getOrDefault(WatchPeriods.Side.AFTER, 0.0);
    }

    long rows() {
        return rows;
    }
}
