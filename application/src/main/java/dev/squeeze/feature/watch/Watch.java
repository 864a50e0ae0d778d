package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistoryWriter;
import dev.squeeze.engine.history.ReadingLoad;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TopicFilter;
import dev.squeeze.kit.serving.MetricsEndpoint;
import java.time.Clock;
import java.util.Optional;
import java.util.OptionalInt;

/** Opens what a watch needs (history, metrics, live page), runs it until it ends, and closes everything. */
final class Watch {
    private final WatchOptions options;
    private final TopicFilter filter;
    private final MetricsArguments metrics;
    private final RunStart start;
    private final Terminal terminal;

    Watch(WatchOptions options, TopicFilter filter, MetricsArguments metrics, RunStart start, Terminal terminal) {
        this.options = options;
        this.filter = filter;
        this.metrics = metrics;
        this.start = start;
        this.terminal = terminal;
    }

    /**
     * Summary of a finished watch.
     *
     * @param rounds number of readings of all topics
     * @param marks number of marks written
     */
    record Done(long rounds, long marks, ReadingLoad load) {}

    /**
     * Watches until Ctrl-C or the end of {@code --for}.
     *
     * @param livePort port of the live page; absent for no page, 0 for any free port
     */
    Done untilEnded(OptionalInt livePort) {
        // Fail before the folder is created.
        options.cluster().requireAnswer(ConnectionArguments.TIMEOUT);
        WatchCounters counters =
                new WatchCounters(Clock.systemUTC().instant(), options.times().slot());
        options.plan().ifPresent(promised -> Promises.of(promised).forEach(counters::planned));
        ProgressLine progress = new ProgressLine(terminal);
        try (HistoryWriter files = HistoryWriter.open(options.history(), options.retention())) {
            Optional<MetricsEndpoint> endpoint = metrics.start(counters::text);
            try {
                endpoint.ifPresent(serving -> terminal.err().println("metrics: " + metrics.address(serving)));
                terminal.live().open(livePort, start, terminal.err());
                return run(files, counters, progress);
            } finally {
                endpoint.ifPresent(MetricsEndpoint::close);
            }
        } finally {
            progress.clear();
        }
    }

    private Done run(HistoryWriter files, WatchCounters counters, ProgressLine progress) {
        WatchClock clock = new WatchClock(
                Clock.systemUTC(), terminal.stop(), options.times().most());
        LatestRows latest = new LatestRows(start, options, filter);
        WatchOutput output = new WatchOutput(terminal, progress, () -> latest.result(clock));
        WatchRun run = new WatchRun(options, output, files, counters, clock);
        terminal.stop().endsNormally();
        run.run();
        progress.clear();
        output.ended();
        return new Done(run.rounds(), run.marks(), counters.load());
    }
}
