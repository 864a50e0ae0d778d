package dev.squeeze.feature.copy;

import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TimeoutArguments;
import dev.squeeze.kit.cli.WrittenFile;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.ByteCount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "copy",
        header = "Copy a topic: once per codec, into larger batches or another cluster, with nothing lost or doubled.",
        description = {
            "",
            "Every record keeps its partition, its order, key, value, headers and timestamp; offsets are new. Data of aborted"
                    + " transactions are not copied. Progress is committed in the transactions that hold the data: a run that"
                    + " was killed and is started again goes on where it was, and consumers with"
                    + " isolation.level=read_committed see each record once. Started again later, it copies what is new.",
            "--follow also copies partitions that are added to the source, and adds them to the copy. A source that was deleted"
                    + " and created again, or that lost records which were copied, ends the copy. One run at a time writes a"
                    + " copy: the one that was started last.",
            "Batches stay as they are, in another codec, unless --batch-size joins them; with --codecs keep they travel"
                    + " compressed, as they lie. Topics that do not exist are made, with the source's partitions and with"
                    + " unlimited retention; set what you need with --topic-config, or when all is compared.",
            "Exit code 3 when --verify finds a difference."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze copy orders --bootstrap-server kafka1:9092 --codecs none,gzip,snappy,lz4,zstd:3 --verify",
            "  squeeze copy orders --bootstrap-server kafka1:9092 --codecs none,zstd --embedded",
            "  squeeze copy orders --bootstrap-server kafka1:9092 --codecs keep --to-bootstrap-server dr1:9092 --follow",
            "  squeeze copy orders --bootstrap-server kafka1:9092 --codecs zstd:6 --batch-size 256KiB --to-topic orders-v2"
        })
public final class CopyCommand implements Callable<Integer> {
    private static final String KEEP = "keep";
    private static final String CODEC = "{codec}";
    /** What brokers take of a batch by default (max.message.bytes). */
    private static final long MOST_BATCH_BYTES = 1 << 20;

    private final Terminal terminal;
    private final List<String> commandLine;

    @Parameters(arity = "0..1", paramLabel = "TOPIC", description = "The topic to copy.")
    @Nullable
    String topic;

    @Option(
            names = "--codecs",
            split = ",",
            paramLabel = "CODECS",
            description =
                    "One copy for each: none, gzip, snappy, lz4, zstd, with a level as in zstd:6; keep takes batches"
                            + " as they are.")
    public List<String> codecs = List.of();

    @Option(
            names = "--batch-size",
            paramLabel = "BYTES",
            description =
                    "Join neighbouring batches up to so many uncompressed bytes, at most 1MiB. Default: batches stay as"
                            + " they are.")
    @Nullable
    ByteCount batchSize;

    @Option(
            names = "--to-topic",
            paramLabel = "NAME",
            description =
                    "The copy's topic; with several codecs {codec} stands for each. Default: TOPIC-{codec}, or TOPIC"
                            + " itself where one copy goes to another cluster.")
    @Nullable
    String toTopic;

    @Option(
            names = "--from",
            paramLabel = "WHERE",
            defaultValue = "earliest",
            description = "Where a new copy begins: earliest, latest, or a time such as 2026-11-21T10:00:00Z or in"
                    + " milliseconds (default: ${DEFAULT-VALUE}).")
    String from = "earliest";

    @Option(
            names = "--follow",
            description =
                    "Go on with what producers add, until --duration or Ctrl-C. Default: end with what is there now.")
    boolean follow;

    @Option(names = "--duration", paramLabel = "TIME", description = "End after this time, such as 30m.")
    @Nullable
    Duration duration;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description =
                    "The most to copy on average: records as in 5000, or bytes as the source stores them as in 10MiB/s.")
    @Nullable
    String rate;

    @Option(
            names = "--verify",
            description = "Read source and copies again with Kafka's own consumer, and compare them record by record.")
    boolean verify;

    @Option(
            names = "--offset-map",
            paramLabel = "FILE.csv",
            description =
                    "Write which offset of the copy holds which of the source (one copy at a time). Reads both, as"
                            + " --verify does.")
    @Nullable
    Path offsetMap;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            description = "Of topics that are made. Default: the source's, or 1 with --embedded.")
    @Nullable
    Integer replicationFactor;

    @Option(
            names = "--topic-config",
            paramLabel = "KEY=VALUE",
            description = "A setting of topics that are made; may be given more than once.")
    Map<String, String> topicConfigs = new LinkedHashMap<>();

    @Option(
            names = "--threads",
            paramLabel = "N",
            description = "Threads that decompress and compress. Default: as many as there are cores.")
    @Nullable
    Integer threads;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10s",
            description = "The longest that a broker may take to answer, 1s to 10m (default: ${DEFAULT-VALUE}).")
    Duration timeout = Duration.ofSeconds(10);

    @Option(
            names = "--patience",
            paramLabel = "TIME",
            defaultValue = "2m",
            description =
                    "How long to go on trying after a failure while nothing comes through, as when brokers restart"
                            + " (default: ${DEFAULT-VALUE}).")
    Duration patience = Duration.ofMinutes(2);

    /** For tests, which cannot wait so long; named after Kafka's setting of its clients. */
    @Option(names = "--metadata-max-age", hidden = true, defaultValue = "30s")
    Duration metadataMaxAge = Duration.ofSeconds(30);

    @Mixin
    public DestinationArguments destination = new DestinationArguments();

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
    public Integer call() {
        RunStart start = RunStart.now(commandLine);
        output.check();
        destination.check();
        CopyPlan plan = plan(start.environment().cores());
        RemoteCluster source = connection.copied();
        output.open(start, terminal);
        source.requireAnswer(timeout);
        try (LiveSession to = destination.open(source, timeout, terminal)) {
            return copy(start, plan, source, to);
        }
    }

    private int copy(RunStart start, CopyPlan plan, RemoteCluster source, LiveSession to) {
        CopyProgressLine progress =
                new CopyProgressLine(terminal, report -> result(start, plan, source, to, report, List.of()));
        try {
            CopyReport report = TopicCopier.run(plan, source, to.cluster(), progress, terminal.stop()::isRequested);
            progress.clear();
            CopyResult copied = result(start, plan, source, to, report, List.of());
            if (!verify && offsetMap == null || report.problem().isPresent() || report.interrupted() && !follow) {
                return end(copied);
            }
            output.keep(copied, terminal);
            List<CopyComparison.Compared> compared;
            try {
                compared = compare(source, to, report, progress);
            } catch (CopyException e) {
                // What was copied is a result all the same.
                end(copied);
                throw e;
            }
            CopyResult result = result(
                    start,
                    plan,
                    source,
                    to,
                    report,
                    compared.stream().map(CopyComparison.Compared::proof).toList());
            int code = end(result);
            // After the result: a disk that is full by now costs the map alone.
            if (offsetMap != null) {
                compared.forEach(copy -> write(copy.map(), offsetMap));
            }
            return code;
        } finally {
            progress.clear();
        }
    }

    private List<CopyComparison.Compared> compare(
            RemoteCluster source, LiveSession to, CopyReport report, CopyProgressLine progress) {
        List<CopyComparison.Compared> compared = new ArrayList<>();
        boolean alreadyAsked = terminal.stop().isRequested();
        CopyComparison comparison = new CopyComparison(
                source,
                to.cluster().target(),
                report.topic(),
                patience,
                offsetMap != null,
                progress::comparing,
                () -> !alreadyAsked && terminal.stop().isRequested());
        try {
            for (CopyReport.Copy copy : report.copies()) {
                compared.add(comparison.compare(copy));
            }
        } catch (CancellationException e) {
            terminal.err().println("squeeze: " + e.getMessage());
        }
        progress.clear();
        return compared;
    }

    private void write(OffsetMap map, Path file) {
        WrittenFile.write(file, map.csv());
        terminal.err().println("wrote " + file);
    }

    private int end(CopyResult result) {
        output.write(result, terminal);
        if (result.report().problem().isPresent()) {
            terminal.err().println("squeeze: " + result.report().problem().get());
            return ExitCode.FAILED;
        }
        if (result.proofs().stream().anyMatch(proof -> !proof.equal())) {
            return ExitCode.THRESHOLD_MISSED;
        }
        return result.report().interrupted() && !follow ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }

    private CopyResult result(
            RunStart start,
            CopyPlan plan,
            RemoteCluster source,
            LiveSession to,
            CopyReport report,
            List<CopyProof> proofs) {
        return new CopyResult(
                start.untilNow(),
                source.bootstrap(),
                to.info(),
                plan.joinUpToBytes(),
                plan.follow(),
                plan.rate().map(ArrivalRate::toString),
                report,
                proofs);
    }

    private CopyPlan plan(int cores) {
        if (topic == null || topic.isBlank()) {
            throw new IllegalArgumentException("give the TOPIC to copy");
        }
        String name = topic.toLowerCase(Locale.ROOT).startsWith("topic:") ? topic.substring("topic:".length()) : topic;
        if (codecs.isEmpty()) {
            throw new IllegalArgumentException(
                    "--codecs says what to copy into: none, gzip, snappy, lz4, zstd:3 and the like, or keep");
        }
        long join = batchSize == null ? 0 : batchSize.bytes();
        if (join > MOST_BATCH_BYTES) {
            throw new IllegalArgumentException("--batch-size " + batchSize
                    + " is more than brokers take of a batch by default (max.message.bytes): give at most 1MiB");
        }
        if (threads != null && threads < 1) {
            throw new IllegalArgumentException("--threads must be at least 1, got " + threads);
        }
        TimeoutArguments.check(timeout);
        if (offsetMap != null) {
            if (codecs.size() > 1) {
                throw new IllegalArgumentException("--offset-map is of one copy: give a single codec");
            }
            WrittenFile.check("--offset-map", offsetMap);
        }
        if (replicationFactor != null && (replicationFactor < 1 || replicationFactor > Short.MAX_VALUE)) {
            throw new IllegalArgumentException("--replication-factor must be at least 1, got " + replicationFactor);
        }
        return new CopyPlan(
                name,
                codecs.stream().map(codec -> target(codec.strip(), name)).toList(),
                (int) join,
                CopyStart.parse(from),
                follow,
                Optional.ofNullable(duration),
                Optional.ofNullable(rate).map(ArrivalRate::parse),
                replicas(),
                topicConfigs,
                threads == null ? cores : threads,
                timeout,
                patience,
                metadataMaxAge);
    }

    private OptionalInt replicas() {
        if (replicationFactor != null) {
            return OptionalInt.of(replicationFactor);
        }
        return destination.embedded ? OptionalInt.of(1) : OptionalInt.empty();
    }

    private CopyTarget target(String codec, String source) {
        Optional<Codec> into = codec.equalsIgnoreCase(KEEP) ? Optional.empty() : Optional.of(Codec.parse(codec));
        String standard = destination.elsewhere() && codecs.size() == 1 ? source : source + "-" + CODEC;
        String name = (toTopic == null ? standard : toTopic)
                .replace(CODEC, codec.toLowerCase(Locale.ROOT).replace(':', '-'));
        if (name.equals(source) && !destination.elsewhere()) {
            throw new IllegalArgumentException("a topic cannot be copied into itself: give another --to-topic");
        }
        return new CopyTarget(into, name);
    }
}
