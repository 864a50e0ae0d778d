package dev.squeeze.feature.cluster;

import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.ProgramName;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TimeoutArguments;
import dev.squeeze.kit.cluster.ClusterException;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.RunningCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.cluster.Topics;
import dev.squeeze.kit.unit.ByteCount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "cluster",
        header = "Start a real Kafka cluster on this machine, and stop it again.",
        description = {
            "",
            "Runs Apache Kafka (KRaft, each broker also a controller) on 127.0.0.1, prints the address for"
                    + " --bootstrap-server and runs until Ctrl-C or 'squeeze cluster stop'. Either way it exits with"
                    + " code 0 and deletes its data, unless --data-dir keeps it."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze cluster",
            "  squeeze cluster --brokers 3 --topic events:6:3 --topic-config compression.type=zstd",
            "  squeeze cluster --data-dir ~/kafka --port 9092",
            "  squeeze cluster stop"
        })
public final class ClusterCommand implements Callable<Integer> {
    private static final long POLL_MILLIS = 50;

    private static final GivenFlags.Rule CONFIGS_OF_TOPICS =
            GivenFlags.Rule.needs("--topic-config needs a --topic to apply to", "--topic-config", "--topic");

    private final Terminal terminal;

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Mixin
    CommonArguments common = new CommonArguments();

    @Option(
            names = "--brokers",
            paramLabel = "N",
            description = "Number of brokers, 1 to 5. Default: as many as --data-dir has, else 1.")
    @Nullable
    Integer brokers;

    @Option(
            names = "--data-dir",
            paramLabel = "DIR",
            description = "Keep the data in this folder, so that later runs can continue with it.")
    @Nullable
    Path dataFolder;

    @Option(
            names = "--port",
            paramLabel = "PORT",
            description = "The first broker's port; the others use the next ones. Default: any free ports.")
    @Nullable
    Integer port;

    @Option(
            names = "--topic",
            paramLabel = "NAME[:PARTITIONS[:REPLICATION]]",
            description = "Create this topic; may be given more than once.")
    List<TopicSpec> topics = List.of();

    @Option(
            names = "--topic-config",
            paramLabel = "KEY=VALUE",
            description = "A setting of every topic that is created; may be given more than once.")
    Map<String, String> topicConfigs = new TreeMap<>();

    @Option(
            names = "--broker-heap",
            paramLabel = "BYTES",
            defaultValue = "512MiB",
            description = "Maximum Java heap of each broker (default: ${DEFAULT-VALUE}).")
    ByteCount brokerHeap = ClusterOptions.DEFAULT_BROKER_HEAP;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "60s",
            description = "How long to wait for the brokers to start, 1s to 10m (default: ${DEFAULT-VALUE}).")
    Duration timeout = Duration.ofSeconds(60);

    public ClusterCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        GivenFlags.of(spec).check(List.of(CONFIGS_OF_TOPICS));
        TimeoutArguments.check(timeout);
        Path announcement = RunningCluster.newFile();
        ClusterOptions options = new ClusterOptions(
                brokers == null ? OptionalInt.empty() : OptionalInt.of(brokers),
                Optional.ofNullable(dataFolder),
                port == null ? OptionalInt.empty() : OptionalInt.of(port),
                brokerHeap,
                timeout,
                List.of(announcement));
        try (EmbeddedCluster cluster = EmbeddedCluster.start(options, terminal.stop()::isRequested)) {
            return serve(cluster, announcement);
        } catch (CancellationException e) {
            throw new StoppedException("interrupted while the brokers were starting");
        }
    }

    private int serve(EmbeddedCluster cluster, Path announcement) {
        try {
            Topics.create(
                    cluster,
                    topics.stream().map(topic -> topic.with(topicConfigs)).toList());
            RunningCluster.announce(cluster, announcement);
            int count = cluster.brokerPids().size();
            terminal.err()
                    .println((count == 1 ? "1 broker" : count + " brokers") + ", data in " + cluster.dataFolder()
                            + (cluster.isTemporary() ? " (deleted on exit)" : "")
                            + ProgramName.inSentence("; stop it with Ctrl-C or 'squeeze cluster stop'"));
            terminal.out().println(cluster.bootstrap());
            terminal.requirePrinted();
            terminal.stop().endsNormally();
            awaitStop(cluster.brokerDeath());
            return ExitCode.DONE;
        } finally {
            RunningCluster.withdraw(announcement);
        }
    }

    private void awaitStop(CompletableFuture<ClusterException> death) {
        while (!terminal.stop().isRequested()) {
            if (death.isDone()) {
                throw death.join();
            }
            try {
                TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StoppedException("interrupted");
            }
        }
    }
}
