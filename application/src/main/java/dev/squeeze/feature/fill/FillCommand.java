package dev.squeeze.feature.fill;

import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cli.CodecNames;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.Milliseconds;
import dev.squeeze.kit.cli.OwnWords;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.SharesCluster;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TimeoutArguments;
import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.kafka.CodecProbe;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "fill",
        header = "Create a topic with real records for trying out other commands, in one codec or several in turn.",
        description = {
            "",
            "Creates a topic whose name begins with 'squeeze-' and sends the records of SOURCE in their order,"
                    + " repeating them if needed, each with its send time as timestamp. With several --codecs, a new"
                    + " producer continues with each codec in turn, as when an application is restarted with a"
                    + " different setting. The topic is kept; delete it when you are done. To measure, use squeeze"
                    + " bench."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze fill --topic squeeze-orders events.jsonl --bootstrap-server localhost:9092",
            "  squeeze fill --topic squeeze-steps sample:access-log --bootstrap-server localhost:9092"
                    + " --codecs none,snappy,zstd:3 --duration 20s --rate 2MiB/s"
        })
@OwnWords(
        flag = "--sample",
        description =
                "Maximum bytes of the source kept in memory, sampled in stretches from all of it; for topic:NAME also"
                        + " the maximum bytes fetched, compressed as stored (default: ${DEFAULT-VALUE}).")
public final class FillCommand implements Callable<Integer>, SharesCluster {
    private static final GivenFlags.Rule RECORDS_OR_DURATION =
            GivenFlags.Rule.excludes("give --num-records or --duration, not both", "--num-records", "--duration");

    private final Terminal terminal;

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Mixin
    SourceArguments source = new SourceArguments();

    @Option(
            names = "--topic",
            paramLabel = "NAME",
            description = "The topic to create; 'squeeze-' is prepended unless the name begins with it.")
    String topic = "";

    @Option(
            names = "--codecs",
            split = ",",
            paramLabel = "CODECS",
            completionCandidates = CodecNames.class,
            defaultValue = "none",
            description = "One phase per codec, in this order, such as none,snappy,zstd:3 (default: ${DEFAULT-VALUE}).")
    List<String> codecs = List.of();

    @Option(
            names = "--num-records",
            paramLabel = "N",
            description = "Records per phase. Default: all of SOURCE once, unless --duration is given.")
    @Nullable
    Long records;

    @Option(names = "--duration", paramLabel = "TIME", description = "Length of each phase, instead of --num-records.")
    @Nullable
    Duration duration;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description = "Records/s, or MiB/s of keys and values. Default: unthrottled.")
    @Nullable
    ArrivalRate rate;

    @Option(
            names = "--batch-size",
            paramLabel = "BYTES",
            defaultValue = "16KiB",
            description = "batch.size (default: ${DEFAULT-VALUE}).")
    ByteCount batchSize = new ByteCount(16 * ByteCount.KIB);

    @Option(
            names = "--linger",
            converter = Milliseconds.class,
            paramLabel = "MS",
            defaultValue = "5",
            description = "linger.ms (default: ${DEFAULT-VALUE}).")
    Duration linger = Duration.ofMillis(5);

    @Option(
            names = "--partitions",
            paramLabel = "N",
            defaultValue = "3",
            description = "Partitions of the topic (default: ${DEFAULT-VALUE}).")
    int partitions = 3;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            defaultValue = "1",
            description = "Replicas of each partition (default: ${DEFAULT-VALUE}).")
    int replicationFactor = 1;

    @Option(
            names = "--topic-config",
            paramLabel = "KEY=VALUE",
            description = "A topic setting; may be given more than once. Retention is unlimited unless set here.")
    Map<String, String> topicConfigs = new LinkedHashMap<>();

    @Option(
            names = "--producer-property",
            paramLabel = "KEY=VALUE",
            description = "Another producer property; may be given more than once.")
    Map<String, String> producerProperties = new LinkedHashMap<>();

    @Mixin
    TimeoutArguments timeout = new TimeoutArguments();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    /** The cluster of an experiment with several commands; absent if the command runs by itself. */
    private Optional<LiveSession> shared = Optional.empty();

    public FillCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public void workOn(LiveSession session) {
        shared = Optional.of(session);
    }

    @Override
    public Integer call() {
        check();
        phases().forEach(phase -> CodecProbe.require(phase.producerProperties()));
        ProgressLine progress = new ProgressLine(terminal);
        try (LiveSession session = session()) {
            RecordSource from =
                    source.open(ReadOptions.DEFAULT_ASSUMED_RECORDS_PER_SECOND, connection, timeout.timeout, terminal);
            Payload payload = Payload.of(source.drawStretches(from, Payload.STRETCH_BYTES, Long.MAX_VALUE, progress));
            FilledTopic filled = new FillJob(
                            session.cluster(),
                            new TopicSpec(topic, partitions, replicationFactor, topicConfigs),
                            terminal.stop()::isRequested,
                            (phase, done) -> progress.progress("filling with " + phase, done))
                    .run(payload, plan(payload));
            progress.clear();
            filled.lines().forEach(terminal.out()::println);
            terminal.out().flush();
        } finally {
            progress.clear();
        }
        return terminal.stop().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }

    public void check() {
        if (topic.isBlank()) {
            throw new UsageException("give --topic: the topic to create");
        }
        GivenFlags.of(spec).check(List.of(RECORDS_OR_DURATION));
        Range.requireAtLeast("--num-records", records, 1);
        Range.requireAboveZero("--duration", duration);
        Range.requireAtLeast("--partitions", partitions, 1);
        Range.requireBetween("--replication-factor", replicationFactor, 1, Short.MAX_VALUE);
        source.checkSample();
        TimeoutArguments.check(timeout.timeout);
        connection.check(source.sources);
        ClientProperties.requireProducers(producerProperties.keySet());
        phases().forEach(phase -> ClientProperties.requireProducerTakes(phase.producerProperties()));
    }

    private LiveSession session() {
        if (shared.isPresent()) {
            return shared.get();
        }
        RemoteCluster cluster = connection
                .cluster()
                .orElseThrow(() -> new UsageException("fill writes to a cluster: give --bootstrap-server HOST:PORT"));
        return LiveSession.connect(cluster, List.of(), timeout.timeout);
    }

    private FillPlan plan(Payload payload) {
        return new FillPlan(
                phases(),
                duration == null ? OptionalLong.of(records == null ? payload.size() : records) : OptionalLong.empty(),
                Optional.ofNullable(duration),
                rate == null
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(rate.recordsPerSecond(payload.bytesPerRecord())),
                timeout.timeout);
    }

    private List<FillPlan.Phase> phases() {
        Map<String, String> properties = new TreeMap<>(producerProperties);
        properties.put("batch.size", String.valueOf(batchSize.bytes()));
        properties.put("linger.ms", String.valueOf(Milliseconds.whole("--linger", linger)));
        return FillPlan.Phase.ofCodecs(codecs, properties);
    }
}
