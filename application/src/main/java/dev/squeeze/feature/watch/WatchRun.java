package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistoryFolder;
import dev.squeeze.engine.history.HistorySlot;
import dev.squeeze.engine.history.HistoryVisitor;
import dev.squeeze.engine.history.HistoryWriter;
import dev.squeeze.engine.history.Mark;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.engine.history.TopicFacts;
import dev.squeeze.engine.history.TopicRow;
import dev.squeeze.engine.history.WatchStart;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.kafka.RawAccessException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Watches a cluster until it is stopped: reads in rounds, and writes rows and marks to the history. */
final class WatchRun {
    /** Age of the oldest rows that what is usual is learned from. */
    private static final Duration TEACHING = Duration.ofDays(2);
    /** How often to look for new, deleted and reconfigured topics. */
    private static final Duration REFRESH = Duration.ofMinutes(5);

    private static final int ROUNDS_TO_REFRESH = 20;

    private final WatchOptions options;
    private final WatchOutput output;
    private final HistoryWriter history;
    private final WatchCounters counters;
    private final TopicBoard board;
    private final CodecMarks codecs;
    private final DepthMarks depths;
    private final PlanMarks planned;
    private final WatchClock clock;
    private final Optional<BrokerReadings> brokers;
    private final Map<String, TopicTally> tallies = new TreeMap<>();
    private Optional<WatchSession> session = Optional.empty();
    private ReadingLoad loadOfEarlierSessions = ReadingLoad.NONE;
    private ReadingLoad loadAtSlot = ReadingLoad.NONE;
    private Instant refreshed = Instant.EPOCH;
    private Instant slotStart;
    private long round;
    private long slotRound;
    private long marks;

    WatchRun(
            WatchOptions options, WatchOutput output, HistoryWriter history, WatchCounters counters, WatchClock clock) {
        this.options = options;
        this.output = output;
        this.history = history;
        this.counters = counters;
        this.clock = clock;
        this.board = new TopicBoard(options);
        this.codecs = new CodecMarks(this::compressionNow, this::mark);
        this.depths = new DepthMarks(this::mark);
        this.planned = new PlanMarks(options.plan(), this::mark);
        this.brokers = options.jmx().isEmpty() ? Optional.empty() : Optional.of(new BrokerReadings(options.jmx()));
        this.slotStart = clock.now();
    }

    /** Number of marks so far. */
    long marks() {
        return marks;
    }

    long rounds() {
        return round;
    }

    /**
     * Watches until it is stopped. The first connection has to succeed; later ones are retried until they do.
     *
     * @throws ClusterException if the cluster does not answer at the start
     */
    void run() {
        learn();
        try {
            session = Optional.of(WatchSession.open(options, clock::requireNotStopped));
            refresh();
            brokers.ifPresent(BrokerReadings::read);
            slotStart = clock.now();
            output.watching(board.topics());
            history.damaged().ifPresent(output::damaged);
            while (clock.isRunning()) {
                round();
            }
        } catch (WatchClock.EndedException e) {
            // Stopped during a reading; what it has read is written below.
        } finally {
            endSlot();
            session.ifPresent(WatchSession::close);
            brokers.ifPresent(BrokerReadings::close);
        }
    }

    private void learn() {
        new PriorRows(options.history(), clock.now().minus(TEACHING)).teach(new HistoryVisitor() {
            @Override
            public void facts(TopicFacts facts) {
                board.known(facts);
            }

            @Override
            public void slot(HistorySlot slot) {
                depths.known(slot);
                for (TopicRow row : slot.topics()) {
                    row.codecs()
                            .forEach(part -> codecs.known(
                                    row.topic(),
                                    part.codecId(),
                                    row.sampledBatches() * part.records() / row.records()));
                }
            }
        });
    }

    private void round() {
        Instant begin = clock.now();
        try {
            WatchSession open = session.orElseGet(() -> WatchSession.open(options, clock::requireNotStopped));
            if (session.isEmpty()) {
                session = Optional.of(open);
                output.answersAgain();
            }
            counters.answers(true);
            if (isTimeToRefresh(begin)) {
                refresh();
            }
            round++;
            read(open);
        } catch (RawAccessException | ClusterException e) {
            lost(e);
        }
        if (!clock.now().isBefore(slotStart.plus(options.times().slot()))) {
            endSlot();
        }
        clock.sleepUntil(begin.plus(options.times().interval()));
    }

    /**
     * While there is nothing to watch, each round looks for topics, since a matching one may be created at any time.
     */
    private boolean isTimeToRefresh(Instant now) {
        if (board.topics().isEmpty()) {
            return true;
        }
        Duration rounds = options.times().interval().multipliedBy(ROUNDS_TO_REFRESH);
        return !now.isBefore(refreshed.plus(rounds.compareTo(REFRESH) < 0 ? rounds : REFRESH));
    }

    private void refresh() {
        Instant now = clock.now();
        if (!HistoryFolder.areOfOneDay(refreshed, now)) {
            history.add(new WatchStart(
                    now,
                    options.cluster().bootstrap(),
                    options.times().interval(),
                    options.maxRate().bytesPerSecond()));
        }
        board.refresh(session.orElseThrow().facts(), now).forEach(history::add);
        Set<String> names = board.topics().stream().map(TopicPositions::topic).collect(Collectors.toSet());
        codecs.retain(names);
        counters.watching(names);
        refreshed = now;
    }

    private void read(WatchSession open) {
        double budget =
                options.maxRate().bytesPerSecond() * options.times().interval().toMillis() / 1e3;
        Instant now = clock.now();
        for (TopicRound seen : open.round(board, budget, round)) {
            tallies.computeIfAbsent(seen.topic(), TopicTally::new).add(seen);
            codecs.round(seen.topic(), seen.batches(), round, now);
        }
    }

    private void lost(RuntimeException trouble) {
        session.ifPresent(lost -> {
            loadOfEarlierSessions = loadOfEarlierSessions.plus(lost.load());
            lost.close();
        });
        if (session.isPresent()) {
            output.lost(trouble);
        }
        counters.answers(false);
        session = Optional.empty();
    }

    private Optional<String> compressionNow(String topic) {
        return session.isEmpty()
                ? board.facts(topic).flatMap(TopicFacts::compression)
                : board.compressionNow(session.get().facts(), topic);
    }

    private void endSlot() {
        Instant now = clock.now();
        Duration length = Duration.between(slotStart, now);
        if (length.toMillis() < 1 || round == slotRound) {
            return;
        }
        brokers.ifPresent(readings -> readBrokers(readings, length, now));
        ReadingLoad load = load();
        List<TopicRow> rows = new ArrayList<>();
        tallies.forEach((topic, tally) -> rows.add(
                tally.row(brokers.map(readings -> readings.converted(topic)).orElse(OptionalLong.empty()))));
        HistorySlot slot = new HistorySlot(
                slotStart,
                length,
                rows,
                load.since(loadAtSlot),
                brokers.map(BrokerReadings::rows).orElse(List.of()));
        history.add(slot);
        counters.slot(slot);
        rows.forEach(row -> depths.slot(row, slot, codecs.track(row.topic()), slotRound));
        rows.forEach(row -> planned.slot(row, slot, codecs.track(row.topic()), slotRound));
        rows.forEach(row -> codecs.track(row.topic()).fade());
        output.slot(slot, marks);
        loadAtSlot = load;
        slotStart = now;
        slotRound = round;
        tallies.clear();
    }

    private void readBrokers(BrokerReadings readings, Duration length, Instant now) {
        try {
            readings.read();
            output.brokersAnswer();
            tallies.keySet().forEach(topic -> readings.converted(topic)
                    .ifPresent(records -> codecs.converted(topic, records, records * 1e3 / length.toMillis(), now)));
        } catch (ClusterException e) {
            output.brokersLost(e);
        }
    }

    private ReadingLoad load() {
        ReadingLoad ofSession = session.map(WatchSession::load).orElse(ReadingLoad.NONE);
        return loadOfEarlierSessions.plus(ofSession).plus(new ReadingLoad(0, 0, 0, board.adminRequests(), 0));
    }

    private void mark(Mark mark) {
        marks++;
        history.add(mark);
        counters.mark(mark);
        output.mark(mark);
    }

    /** Rows of an earlier watch, if there are any. */
    private record PriorRows(java.nio.file.Path folder, Instant from) {
        void teach(HistoryVisitor visitor) {
            HistoryFolder files = new HistoryFolder(folder);
            if (files.holdsAny()) {
                files.read(from, visitor);
            }
        }
    }
}
