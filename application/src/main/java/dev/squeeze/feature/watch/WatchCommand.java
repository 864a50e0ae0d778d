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
        header = "Watch topics for days while a rollout goes on: codecs, batches, bytes, and what changed.",
        description = {
            "",
            "Reads the headers of some of the new batches of every topic within --max-rate, keeps a row a topic and --slot in"
                    + " files under --history, and prints a line when a producer changes its codec, one sends uncompressed"
                    + " batches, records per batch halve, or a broker compresses again. Nothing is written to the cluster, no"
                    + " group is joined and no record is unpacked.",
            "'squeeze watch report' shows what was seen, and compares before and after a change. Ctrl-C ends it normally (exit"
                    + " code 0); started again with the same folder, it goes on."
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
                "Show the last day in a browser of this machine, as squeeze watch report does, with each new row. The"
                        + " address is printed. Default: a port that is free.")
@OwnWords(
        flag = "--max-rate",
        description = "Most bytes per second that watching takes from the cluster. Default: 1MiB/s.")
public final class WatchCommand implements Callable<Integer> {
    private static final ByteRate DEFAULT_RATE = new ByteRate(ByteCount.MIB);

    private final Terminal terminal;
    private final List<String> commandLine;

    @Mixin
    HistoryArguments history = new HistoryArguments();

    @Mixin
    TopicArguments topics = new TopicArguments();

    @HelpGroup.In(HelpGroup.SOURCE)
    @Option(names = "--internal", description = "Kafka's own topics too.")
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
            description = "Time that a row of the history stands for, up to 1h (default: ${DEFAULT-VALUE}).")
    Duration slot = Duration.ofMinutes(5);

    @Option(names = "--for", paramLabel = "TIME", description = "End after this time. Default: at Ctrl-C.")
    @Nullable
    Duration most;

    @Option(
            names = "--retention",
            paramLabel = "TIME",
            defaultValue = "90d",
            description = "How long the history is kept, by whole days (default: ${DEFAULT-VALUE}).")
    Duration retention = Duration.ofDays(90);

    @Option(
            names = "--plan",
            paramLabel = "PLAN.json",
            description =
                    "A plan of squeeze plan: a producer that sends in the planned codec, but with batches of less than half"
                            + " the planned records, is marked, and the metrics show what is promised next to what comes.")
    @Nullable
    Path plan;

    @HelpGroup.In(HelpGroup.CLUSTER)
    @Option(
            names = "--jmx",
            split = ",",
            paramLabel = "HOST:PORT",
            description =
                    "JMX addresses of your brokers, from which their CPU time and what they compress again is read.")
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
