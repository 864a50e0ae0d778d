package dev.squeeze.feature.watch;

import dev.squeeze.feature.plan.PlanResult;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.FollowUpCommand;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.LivePort;
import dev.squeeze.kit.cli.OwnWords;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TopicArguments;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.ByteRate;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "watch",
        header = "Watch topics for days during a rollout: codecs, batches, bytes, and what changed.",
        description = {
            "",
            "Samples the headers of new batches in every topic within --max-rate, stores a row per topic and --slot in"
                    + " files under --history, and prints a line when a producer changes its codec or sends"
                    + " uncompressed batches, when records per batch halve, or when a broker recompresses. It writes"
                    + " nothing to the cluster, joins no group and decompresses no records.",
            "'squeeze watch report' shows the results, and compares before and after a change. Ctrl-C ends the watch"
                    + " normally (exit code 0); started again with the same folder, it continues."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze watch --bootstrap-server kafka1:9092 --history orders-watch --include 'orders.*'",
            "  squeeze watch --bootstrap-server kafka1:9092 --history w --live --plan plan.json",
            "  squeeze watch --bootstrap-server kafka1:9092 --history w --listen 127.0.0.1:9464 --jmx kafka1:9999",
            "  squeeze watch report --history w --change-at 2026-11-24T10:00Z --plan plan.json"
        })
@OwnWords(
        flag = "--live",
        description =
                "Show the last day in a browser on this machine, as squeeze watch report does, updated with each new"
                        + " row. The address is printed. Default: any free port.")
@OwnWords(flag = "--max-rate", description = "Maximum bytes per second to read from the cluster. Default: 1MiB/s.")
public final class WatchCommand implements Callable<Integer> {
    private static final ByteRate DEFAULT_RATE = new ByteRate(ByteCount.MIB);

    private final Terminal terminal;
    private final List<String> commandLine;

    @Mixin
    HistoryArguments history = new HistoryArguments();

    @Mixin
    TopicArguments topics = new TopicArguments();

    @HelpGroup.In(HelpGroup.SOURCE)
    @Option(names = "--internal", description = "Include Kafka's internal topics.")
    boolean internal;

    @Option(
            names = "--interval",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "Time between two readings (default: ${DEFAULT-VALUE}).")
    Duration interval = Duration.ofSeconds(30);

    @Option(
            names = "--slot",
            paramLabel = "TIME",
            defaultValue = "5m",
            description = "Time covered by a row of the history, up to 1h (default: ${DEFAULT-VALUE}).")
    Duration slot = Duration.ofMinutes(5);

    @Option(names = "--for", paramLabel = "TIME", description = "End after this time. Default: at Ctrl-C.")
    @Nullable
    Duration most;

    @Option(
            names = "--retention",
            paramLabel = "TIME",
            defaultValue = "90d",
            description = "How long to keep the history, in whole days (default: ${DEFAULT-VALUE}).")
    Duration retention = Duration.ofDays(90);

    @Option(
            names = "--plan",
            paramLabel = "PLAN.json",
            description =
                    "Plan written by squeeze plan: reports producers that send the planned codec with less than half"
                            + " of the planned records per batch, and adds the planned change of bytes to the"
                            + " metrics.")
    @Nullable
    Path plan;

    @HelpGroup.In(HelpGroup.CLUSTER)
    @Option(
            names = "--jmx",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "JMX addresses of your brokers, to read their CPU time and how many records they compress"
                    + " again.")
    List<String> jmx = List.of();

    @Mixin
    MetricsArguments metrics = new MetricsArguments();

    @Mixin
    LivePort live = new LivePort();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    public WatchCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = List.copyOf(commandLine);
    }

    @Override
    public Integer call() {
        RunStart start = RunStart.now(commandLine);
        Watch.Done done = new Watch(options(), topics.filter(), metrics, start, terminal).untilEnded(live.port);
        terminal.err()
                .println(Figures.say(
                        "%s, %s; read %s with %,d requests. Next: %s",
                        Figures.count(done.rounds(), "reading"),
                        Figures.count(done.marks(), "mark"),
                        ByteCount.binary(done.load().receivedBytes()),
                        done.load().requests() + done.load().adminRequests(),
                        FollowUpCommand.of(spec)
                                .knownTo(spec, "watch", "report")
                                .with("--history", history.folder().toString())
                                .line("squeeze watch report")));
        return ExitCode.DONE;
    }

    private WatchOptions options() {
        GivenFlags.of(spec).check(WatchFlagRules.ALL);
        metrics.check();
        Optional<PlanResult> promised = Optional.ofNullable(plan).map(PlanFile::read);
        return new WatchOptions(
                connection.cluster().orElseThrow(),
                topics.filter(),
                internal,
                connection.maxRate == null ? DEFAULT_RATE : connection.maxRate,
                new WatchOptions.Times(interval, slot, Optional.ofNullable(most)),
                history.folder(),
                retention,
                jmx,
                promised);
    }
}
