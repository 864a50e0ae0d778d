package dev.squeeze.feature.bench;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.kit.cli.CodecNames;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.Milliseconds;
import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The factors of a benchmark, and the settings that all arms share. */
public final class FactorArguments {
    private static final int DEFAULT_LINGER_MILLIS = 5;
    private static final String DEFAULT_CODECS = "none,gzip,snappy,lz4,zstd";

    @Option(
            names = "--codecs",
            paramLabel = "LIST",
            completionCandidates = CodecNames.class,
            defaultValue = DEFAULT_CODECS,
            description =
                    "Codecs with or without levels, such as zstd:1-3,lz4 (default: ${DEFAULT-VALUE}). The first arm is"
                            + " the baseline.")
    public String codecs = "";

    @Option(
            names = "--batch-size",
            split = ",",
            paramLabel = "BYTES",
            defaultValue = "16KiB",
            description = "Values of batch.size (default: ${DEFAULT-VALUE}).")
    List<ByteCount> batchSizes = List.of();

    @Option(
            names = "--linger",
            split = ",",
            converter = Milliseconds.class,
            paramLabel = "MS",
            defaultValue = "" + DEFAULT_LINGER_MILLIS,
            description = "Values of linger.ms (default: ${DEFAULT-VALUE}).")
    List<Duration> lingers = List.of();

    @Option(
            names = "--acks",
            split = ",",
            paramLabel = "LIST",
            completionCandidates = AcksValues.class,
            defaultValue = "all",
            description = "Values of acks: 0, 1, all (default: ${DEFAULT-VALUE}).")
    List<String> acks = List.of();

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--idempotence",
            arity = "1",
            split = ",",
            paramLabel = "BOOL",
            description = "Values of enable.idempotence. Default: Kafka's own.")
    List<Boolean> idempotence = List.of();

    @HelpGroup.In(HelpGroup.WORKLOAD)
    @Option(
            names = "--rate",
            split = ",",
            converter = RateText.class,
            paramLabel = "RATE",
            defaultValue = RateText.MAX,
            description = "max (closed loop, unthrottled), or records/s or MiB/s of keys and values (open loop, evenly"
                    + " paced), over all producers (default: ${DEFAULT-VALUE}).")
    List<String> rates = List.of();

    @Mixin
    StageArguments stages = new StageArguments();

    @HelpGroup.In(HelpGroup.WORKLOAD)
    @Option(
            names = "--producers",
            split = ",",
            paramLabel = "N",
            defaultValue = "1",
            description = "Producers (default: ${DEFAULT-VALUE}).")
    List<Integer> producers = List.of();

    @HelpGroup.In(HelpGroup.WORKLOAD)
    @Option(
            names = "--threads",
            split = ",",
            paramLabel = "N",
            defaultValue = "1",
            description = "Application threads of each producer (default: ${DEFAULT-VALUE}).")
    List<Integer> threads = List.of();

    @HelpGroup.In(HelpGroup.WORKLOAD)
    @Option(
            names = "--topics",
            split = ",",
            paramLabel = "N",
            defaultValue = "1",
            description = "Topics that share the load (default: ${DEFAULT-VALUE}).")
    List<Integer> topics = List.of();

    @HelpGroup.In(HelpGroup.WORKLOAD)
    @Option(
            names = "--partitions",
            split = ",",
            paramLabel = "N",
            defaultValue = "12",
            description = "Partitions of each topic (default: ${DEFAULT-VALUE}).")
    List<Integer> partitions = List.of();

    @HelpGroup.In(HelpGroup.WORKLOAD)
    @Option(
            names = "--replication-factor",
            split = ",",
            paramLabel = "N",
            defaultValue = "1",
            description = "Replicas of each partition (default: ${DEFAULT-VALUE}).")
    List<Integer> replicationFactors = List.of();

    @Option(
            names = "--vary",
            paramLabel = "KEY=V1,V2,...",
            description =
                    "Any other producer property as a factor, or a topic's as topic.KEY; may be given more than once.")
    List<String> varied = List.of();

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--producer-property",
            paramLabel = "KEY=VALUE",
            description = "A producer property of every arm; may be given more than once.")
    Map<String, String> producerProperties = new TreeMap<>();

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--consumer-property",
            paramLabel = "KEY=VALUE",
            description = "A consumer property of every arm; may be given more than once.")
    Map<String, String> consumerProperties = new TreeMap<>();

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--topic-config",
            paramLabel = "KEY=VALUE",
            description = "A topic setting of every arm; may be given more than once.")
    public Map<String, String> topicConfigs = new TreeMap<>();

    @HelpGroup.In(HelpGroup.WORKLOAD)
    @Option(
            names = "--consume",
            paramLabel = "WHEN",
            converter = ConsumeTime.class,
            description =
                    "after (catch-up), concurrent (at the tail, while producers send) or never. Default: after in a"
                            + " closed loop, concurrent in an open one. Records are read back and compared in any case.")
    ConsumerSettings.@Nullable When consume;

    @HelpGroup.In(HelpGroup.WORKLOAD)
    @Option(
            names = "--consumers",
            paramLabel = "N",
            defaultValue = "1",
            description = "Consumers in each group (default: ${DEFAULT-VALUE}).")
    int consumers = 1;

    @HelpGroup.In(HelpGroup.WORKLOAD)
    @Option(
            names = "--consumer-groups",
            paramLabel = "N",
            defaultValue = "1",
            description = "Consumer groups, each of which reads everything (default: ${DEFAULT-VALUE}).")
    int consumerGroups = 1;

    @Mixin
    ClientArguments clients = new ClientArguments();

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--allow-refused",
            description = "Count records that are refused because the producer's buffer is full, instead of failing:"
                    + " for rates above the limit, with --producer-property max.block.ms=0.")
    boolean allowRefused;

    /** Checks the flags by themselves; {@link Factors#check} checks the factors that result from them. */
    void check() {
        producerProperties.keySet().forEach(key -> PropertyRules.requireFree("--producer-property", key));
        PropertyRules.requireConsumers(consumerProperties.keySet());
        topicConfigs.forEach(PropertyRules::requireComparable);
        stages.check();
    }

    int maxReplicas() {
        return replicationFactors.stream().mapToInt(count -> count).max().orElse(1);
    }

    /** The settings that all arms are based on. */
    public LoadSettings base() {
        ClientProperties.requireProducers(producerProperties.keySet());
        ClientProperties.requireConsumers(consumerProperties.keySet());
        boolean open =
                !stages.stages.isEmpty() || rates.stream().anyMatch(rate -> !rate.equalsIgnoreCase(RateText.MAX));
        ConsumerSettings.When defaultWhen = open ? ConsumerSettings.When.CONCURRENT : ConsumerSettings.When.AFTER;
        LoadSettings base = new LoadSettings(
                producerProperties,
                1,
                1,
                1,
                1,
                1,
                topicConfigs,
                new LoadProfile.ClosedLoop(),
                new ConsumerSettings(
                        consume == null ? defaultWhen : consume, consumers, consumerGroups, consumerProperties));
        return allowRefused ? base.allowingRefusals() : base;
    }

    /** Completion candidates of acks. */
    static final class AcksValues implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("0", "1", "all").iterator();
        }
    }
}
