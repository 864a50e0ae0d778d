package dev.squeeze.feature.fill;

import dev.squeeze.engine.load.LoadTopics;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TimeoutArguments;
import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.cluster.TopicLease;
import dev.squeeze.kit.cluster.TopicSpec;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.CodecProbe;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "fill",
        header =
                "Make a topic of real records, to try other commands on: in one codec, or in several one after the other.",
        description = {
            "",
            "Creates a topic whose name begins with 'squeeze-' and sends the records of SOURCE in their order, from the first"
                    + " again after the last, each with the moment of sending as its timestamp. With several --codecs a new"
                    + " producer goes on with each in turn, as when an application is started again with another setting."
                    + " The topic stays; delete it when you are done. bench is what measures."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze fill --topic squeeze-orders events.jsonl --bootstrap-server localhost:9092",
            "  squeeze fill --topic squeeze-steps sample:access-log --bootstrap-server localhost:9092"
                    + " --codecs none,snappy,zstd:3 --duration 20s --rate 2MiB/s"
        })
public final class FillCommand implements Callable<Integer> {
    private final Terminal terminal;

    @Mixin
    SourceArguments source = new SourceArguments();

    @Option(
            names = "--topic",
            paramLabel = "NAME",
            description = "The topic to make; 'squeeze-' is put before it where it does not begin so.")
    String topic = "";

    @Option(
            names = "--codecs",
            split = ",",
            paramLabel = "CODECS",
            defaultValue = "none",
            description = "One phase for each, in this order, such as none,snappy,zstd:3 (default: ${DEFAULT-VALUE}).")
    List<String> codecs = List.of();

    @Option(
            names = "--records",
            paramLabel = "N",
            description = "Records in each phase. Default: those of SOURCE once, unless --duration is given.")
    @Nullable
    Long records;

    @Option(names = "--duration", paramLabel = "TIME", description = "Length of each phase, instead of --records.")
    @Nullable
    Duration duration;

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description = "Records/s, or MiB/s of keys and values. Default: as fast as it goes.")
    @Nullable
    String rate;

    @Option(
            names = "--batch-size",
            paramLabel = "BYTES",
            defaultValue = "16KiB",
            description = "batch.size (default: ${DEFAULT-VALUE}).")
    ByteCount batchSize = new ByteCount(16 * ByteCount.KIB);

    @Option(
            names = "--linger",
            paramLabel = "MS",
            defaultValue = "5",
            description = "linger.ms (default: ${DEFAULT-VALUE}).")
    int lingerMillis = 5;

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
            description = "Copies of each partition (default: ${DEFAULT-VALUE}).")
    int replicationFactor = 1;

    @Option(
            names = "--topic-config",
            paramLabel = "KEY=VALUE",
            description =
                    "A setting of the topic; may be given more than once. Retention is unlimited unless it says so.")
    Map<String, String> topicConfigs = new LinkedHashMap<>();

    @Option(
            names = "--producer-property",
            paramLabel = "KEY=VALUE",
            description = "Another producer property; may be given more than once.")
    Map<String, String> producerProperties = new LinkedHashMap<>();

    @Mixin
    TimeoutArguments patience = new TimeoutArguments();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    /** What it is given to work on by whoever runs several commands. */
    public Optional<LiveSession> shared = Optional.empty();

    public FillCommand(Terminal terminal) {
        this.terminal = terminal;
    }

    @Override
    public Integer call() {
        check();
        phases().forEach(phase -> CodecProbe.require(phase.producerProperties()));
        ProgressLine progress = new ProgressLine(terminal);
        try (LiveSession session = session()) {
            RecordSource from =
                    source.open(ReadOptions.DEFAULT_ASSUMED_RECORDS_PER_SECOND, connection, patience.timeout, terminal);
            Payload payload = Payload.of(source.drawStretches(from, Payload.STRETCH_BYTES, Long.MAX_VALUE, progress));
            Map<String, String> configs = new TreeMap<>(LoadTopics.NEEDED);
            configs.putAll(topicConfigs);
            try (TopicLease lease = TopicLease.create(
                    session.cluster().target(),
                    new TopicSpec(topic, partitions, replicationFactor, configs),
                    true,
                    patience.timeout)) {
                List<FilledPhase> phases = new TopicFiller(
                                session.cluster(),
                                lease.topic(),
                                payload,
                                plan(payload),
                                terminal.stop()::isRequested,
                                (phase, done) -> progress.progress("filling with " + phase, done))
                        .run();
                progress.clear();
                print(lease.topic(), phases);
            }
        } finally {
            progress.clear();
        }
        return terminal.stop().isRequested() ? ExitCode.INTERRUPTED : ExitCode.DONE;
    }

    public void check() {
        if (topic.isBlank()) {
            throw new IllegalArgumentException("--topic names the topic to make");
        }
        if (records != null && duration != null) {
            throw new IllegalArgumentException("--records or --duration ends a phase: leave one of them out");
        }
        TimeoutArguments.check(patience.timeout);
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
                .orElseThrow(() -> new IllegalArgumentException(
                        "fill writes to a cluster: name it with --bootstrap-server HOST:PORT"));
        return LiveSession.connect(cluster, List.of(), patience.timeout);
    }

    private FillPlan plan(Payload payload) {
        long otherwise = payload.size();
        return new FillPlan(
                phases(),
                duration == null ? OptionalLong.of(records == null ? otherwise : records) : OptionalLong.empty(),
                Optional.ofNullable(duration),
                rate == null
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(ArrivalRate.parse(rate).recordsPerSecond(payload.bytesPerRecord())),
                patience.timeout);
    }

    private List<FillPlan.Phase> phases() {
        List<FillPlan.Phase> phases = new ArrayList<>();
        for (String text : codecs) {
            Codec codec = Codec.parse(text);
            Map<String, String> properties = new TreeMap<>(producerProperties);
            for (String line : codec.configLines()) {
                int equals = line.indexOf('=');
                properties.put(line.substring(0, equals), line.substring(equals + 1));
            }
            properties.put("batch.size", String.valueOf(batchSize.bytes()));
            properties.put("linger.ms", String.valueOf(lingerMillis));
            phases.add(new FillPlan.Phase(codec.toString(), properties));
        }
        return phases;
    }

    private void print(String name, List<FilledPhase> phases) {
        terminal.out().println("topic " + name + " is there, with " + partitions + " partitions");
        for (FilledPhase phase : phases) {
            terminal.out()
                    .println(String.format(
                            Locale.ROOT,
                            "%s: %,d records, %s of keys and values in %.1f s (%.2f MiB/s); sent as %s (%.2f MiB/s)%s",
                            phase.name(),
                            phase.records(),
                            new ByteCount(phase.payloadBytes()),
                            phase.seconds(),
                            phase.payloadBytes() / phase.seconds() / ByteCount.MIB,
                            ByteCount.binary(phase.wireBytes()),
                            phase.wireBytes() / phase.seconds() / ByteCount.MIB,
                            phase.diskBytes()
                                    .map(bytes -> "; the topic grew by " + ByteCount.binary(bytes) + " on disk")
                                    .orElse("")));
        }
        terminal.out().flush();
    }
}
