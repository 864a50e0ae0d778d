package dev.squeeze.feature.copy;

import dev.squeeze.kit.cli.CodecNames;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.JoinedBatchSize;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.OwnWords;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.SharesCluster;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.ThreadsArguments;
import dev.squeeze.kit.cli.TimeoutArguments;
import dev.squeeze.kit.cli.WrittenFile;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "copy",
        header = "Copy a topic: once per codec, into larger batches or another cluster, each record exactly once.",
        description = {
            "",
            "Every record keeps its partition, order, key, value, headers and timestamp; offsets are new. Data of aborted"
                    + " transactions is not copied. Progress is committed in the transactions that hold the data: after a crash,"
                    + " the same command continues where it was, and consumers with isolation.level=read_committed see each"
                    + " record once. Run again later, it copies what is new.",
            "--follow also copies partitions that are added to the source. The copy fails if the source is deleted"
                    + " and recreated,"
                    + " or loses records that were already copied. Only one run writes a copy at a time: the one that"
                    + " was"
                    + " started last.",
            "Each batch keeps its records and is recompressed, unless --batch-size joins batches; with --codecs keep,"
                    + " batches are"
                    + " sent as they are stored. Topics that do not exist are created with the source's number of"
                    + " partitions and unlimited retention; set other values with --topic-config, or afterwards.",
            "With --workers, 'squeeze worker --copies' processes on other machines copy and compare: each handles"
                    + " some of the"
                    + " partitions, and others take these over if it dies, is paused or is cut off from the network.",
            "Exit code 3 when --verify finds a difference, or --duration ends a copy before it is complete."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze copy orders --bootstrap-server kafka1:9092 --codecs none,gzip,snappy,lz4,zstd:3 --verify",
            "  squeeze copy orders --bootstrap-server kafka1:9092 --codecs none,zstd --embedded",
            "  squeeze copy orders --bootstrap-server kafka1:9092 --codecs keep --to-bootstrap-server dr1:9092 --follow",
            "  squeeze copy orders --bootstrap-server kafka1:9092 --codecs zstd:6 --batch-size 256KiB --to-topic orders-v2",
            "  squeeze copy orders --bootstrap-server kafka1:9092 --codecs zstd:6 --workers 4 --worker-group lab --verify"
        })
@OwnWords(flag = "--max-rate")
public final class CopyCommand implements Callable<Integer>, SharesCluster {
    private final Terminal terminal;
    private final List<String> commandLine;

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = "TOPIC", description = "The topic to copy.")
    @Nullable
    String topic;

    @Option(
            names = "--codecs",
            split = ",",
            paramLabel = "CODECS",
            completionCandidates = CodecNames.class,
            description =
                    "One copy per codec: none, gzip, snappy, lz4 or zstd, with a level as in zstd:6; keep leaves batches"
                            + " as they are.")
    public List<String> codecs = List.of();

    @Option(
            names = "--batch-size",
            paramLabel = "BYTES",
            description =
                    "Join adjacent batches up to this many uncompressed bytes, at most 1MiB. Default: batches are not"
                            + " joined.")
    @Nullable
    ByteCount batchSize;

    @Option(
            names = "--to-topic",
            paramLabel = "NAME",
            description =
                    "The copy's topic; {codec} is replaced by the codec of each copy. Default: TOPIC-{codec}, or TOPIC"
                            + " itself if a single copy goes to another cluster.")
    @Nullable
    String toTopic;

    @Option(
            names = "--from",
            paramLabel = "WHERE",
            defaultValue = "earliest",
            description = "Where a new copy starts: earliest, latest, or a time such as 2026-11-21T10:00:00Z or in"
                    + " milliseconds (default: ${DEFAULT-VALUE}).")
    String from = "earliest";

    @Option(
            names = "--follow",
            description =
                    "Keep copying new records until --duration ends or Ctrl-C. Default: stop at the current end of"
                            + " the source.")
    boolean follow;

    @Option(names = "--duration", paramLabel = "TIME", description = "Stop after this time, such as 30m.")
    @Nullable
    Duration duration;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description =
                    "Maximum average rate: records per second, such as 5000, or stored bytes of the source, such as"
                            + " 10MiB/s.")
    @Nullable
    ArrivalRate rate;

    @Option(
            names = "--verify",
            description = "Read source and copies again with Kafka's own consumer, and compare them record by record.")
    boolean verify;

    @HelpGroup.In(HelpGroup.OUTPUT)
    @Option(
            names = "--offset-map",
            paramLabel = "FILE.csv",
            description =
                    "Write a map from source offsets to offsets of the copy (one copy at a time). Reads both topics, as"
                            + " --verify does.")
    @Nullable
    Path offsetMap;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            description = "Replication factor of created topics. Default: the source's, or 1 with --embedded.")
    @Nullable
    Integer replicationFactor;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--topic-config",
            paramLabel = "KEY=VALUE",
            description = "A setting of created topics; may be given more than once.")
    Map<String, String> topicConfigs = new LinkedHashMap<>();

    @Mixin
    ThreadsArguments threads = new ThreadsArguments();

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "How long to wait for a broker's response, 1s to 10m (default: ${DEFAULT-VALUE}).")
    Duration timeout = Duration.ofSeconds(10);

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--retry-timeout",
            paramLabel = "TIME",
            defaultValue = "2m",
            description = "How long to retry when there is no progress, for example while brokers restart (default:"
                    + " ${DEFAULT-VALUE}).")
    Duration retryTimeout = Duration.ofMinutes(2);

    /** For tests; named after the Kafka client setting. */
    @Option(names = "--metadata-max-age", hidden = true, defaultValue = "30s")
    Duration metadataMaxAge = Duration.ofSeconds(30);

    @Mixin
    DestinationArguments destination = new DestinationArguments();

    @Mixin
    CopyWorkerArguments workers = new CopyWorkerArguments();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Mixin
    OutputArguments output = new OutputArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    public CopyCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    @Override
    public void workOn(LiveSession session) {
        destination.shared = Optional.of(session);
    }

    @Override
    public Integer call() {
        RunStart start = RunStart.now(commandLine);
        output.check();
        GivenFlags.of(spec).check(CopyFlagRules.ALL);
        destination.check();
        workers.check();
        CopyPlan plan = plan(start.environment().cores());
        RemoteCluster source = connection.copied();
        output.open(start, terminal);
        source.requireAnswer(timeout);
        try (LiveSession to = destination.open(source, timeout, terminal);
                Workforce others = workers.open(plan, source, to.cluster().target(), timeout, terminal)) {
            CopyJob job = new CopyJob(start, plan, source, to, others.fleet(), terminal.stop()::isRequested);
            CopyProgressLine progress = new CopyProgressLine(terminal, job::result);
            CopyJob.Outcome outcome;
            try {
                outcome = job.run(comparison(), progress, soFar -> output.keep(soFar, terminal));
            } finally {
                progress.clear();
            }
            return write(outcome);
        }
    }

    private CopyJob.Comparison comparison() {
        return offsetMap != null
                ? CopyJob.Comparison.WITH_OFFSETS
                : verify ? CopyJob.Comparison.OF_RECORDS : CopyJob.Comparison.NONE;
    }

    private int write(CopyJob.Outcome outcome) {
        outcome.interrupted().ifPresent(why -> terminal.err().println("squeeze: " + why));
        output.write(outcome.result(), terminal);
        if (outcome.failure().isPresent()) {
            throw outcome.failure().get();
        }
        Optional<String> problem = outcome.result().report().problem();
        problem.ifPresent(what -> terminal.err().println("squeeze: " + what));
        // Written after the result, so that a full disk costs only the map.
        outcome.maps().forEach(map -> writeMap(map, outcome.result().proofs()));
        if (problem.isPresent()) {
            return ExitCode.FAILED;
        }
        if (outcome.result().proofs().stream().anyMatch(proof -> !proof.equal())) {
            return ExitCode.THRESHOLD_MISSED;
        }
        if (outcome.interrupted().isPresent() || outcome.result().report().interrupted() && !follow) {
            return ExitCode.INTERRUPTED;
        }
        if (!follow && !outcome.result().report().complete()) {
            terminal.err()
                    .println("squeeze: --duration ended the copy before it was complete: run the same command again to"
                            + " continue");
            return ExitCode.THRESHOLD_MISSED;
        }
        return ExitCode.DONE;
    }

    private void writeMap(OffsetMap map, List<CopyProof> proofs) {
        if (offsetMap == null) {
            return;
        }
        boolean differs = proofs.stream().anyMatch(proof -> proof.topic().equals(map.topic()) && !proof.equal());
        if (differs) {
            terminal.err()
                    .println("squeeze: " + offsetMap + " was not written: " + map.topic()
                            + " differs from the source, so its rows would pair records that are not the same");
            return;
        }
        WrittenFile.write(offsetMap, map.csv());
        terminal.err().println("wrote " + offsetMap);
    }

    private CopyPlan plan(int cores) {
        if (topic == null || topic.isBlank()) {
            throw new UsageException("give the TOPIC to copy");
        }
        String name = topic.toLowerCase(Locale.ROOT).startsWith("topic:") ? topic.substring("topic:".length()) : topic;
        if (codecs.isEmpty()) {
            throw new UsageException("give --codecs: none, gzip, snappy, lz4, zstd or a level as in zstd:3, or keep");
        }
        int join = JoinedBatchSize.bytes(batchSize);
        TimeoutArguments.check(timeout);
        if (offsetMap != null) {
            WrittenFile.check("--offset-map", offsetMap);
        }
        if (replicationFactor != null) {
            Range.requireBetween("--replication-factor", replicationFactor, 1, Short.MAX_VALUE);
        }
        Range.requireAboveZero("--duration", duration);
        return new CopyPlan(
                name,
                CopyTarget.all(codecs, name, Optional.ofNullable(toTopic), destination.elsewhere()),
                join,
                CopyStart.parse(from),
                follow,
                Optional.ofNullable(duration),
                Optional.ofNullable(rate),
                replicas(),
                topicConfigs,
                threads.number(cores),
                timeout,
                retryTimeout,
                metadataMaxAge);
    }

    private OptionalInt replicas() {
        if (replicationFactor != null) {
            return OptionalInt.of(replicationFactor);
        }
        return destination.embedded ? OptionalInt.of(1) : OptionalInt.empty();
    }
}
