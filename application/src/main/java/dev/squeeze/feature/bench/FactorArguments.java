package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Factor;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.kit.cli.CodecNames;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.Milliseconds;
import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.document.Secrets;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The factors of a live run, and what all its arms share. */
public final class FactorArguments {
    private static final String TOPIC_PREFIX = "topic.";
    private static final String RATE_MAX = "max";
    private static final int DEFAULT_LINGER_MILLIS = 5;
    /** Factors of a producer, which prepared batches do not have. */
    private static final Set<String> PRODUCERS_OWN = Set.of("linger.ms", "rate", "threads");

    /** Producer properties that every arm gets from a flag. */
    private static final Map<String, String> FLAGS = Map.of(
            "compression.type", "--codecs",
            "compression.gzip.level", "--codecs gzip:LEVEL",
            "compression.lz4.level", "--codecs lz4:LEVEL",
            "compression.zstd.level", "--codecs zstd:LEVEL",
            "batch.size", "--batch-size",
            "linger.ms", "--linger",
            "acks", "--acks");

    /** Consumer properties that a load sets itself. */
    private static final Set<String> CONSUMERS_FIXED = Set.of(
            "bootstrap.servers",
            "client.id",
            "key.deserializer",
            "value.deserializer",
            "auto.offset.reset",
            "enable.auto.commit",
            "isolation.level");

    /** Producer properties that a load sets itself or cannot work with. */
    private static final Set<String> FIXED =
            Set.of("bootstrap.servers", "client.id", "key.serializer", "value.serializer", "transactional.id");

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
            defaultValue = RATE_MAX,
            description = "max (closed loop, unthrottled), or records/s or MiB/s of keys and values (open loop, evenly"
                    + " paced), over all producers (default: ${DEFAULT-VALUE}).")
    List<String> rates = List.of();

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
            description = "A setting of every topic; may be given more than once.")
    public Map<String, String> topicConfigs = new TreeMap<>();

    @HelpGroup.In(HelpGroup.WORKLOAD)
    @Option(
            names = "--consume",
            paramLabel = "WHEN",
            description =
                    "after (catch-up), beside (at the tail, while producers send) or never. Default: after in a closed"
                            + " loop, beside in an open one. What was written is read back and compared in any case.")
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
            description = "Groups that each read everything (default: ${DEFAULT-VALUE}).")
    int consumerGroups = 1;

    @Mixin
    ClientArguments clients = new ClientArguments();

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--allow-refused",
            description = "Count records that find the producer's buffer full instead of failing: for rates above the"
                    + " limit, with --producer-property max.block.ms=0.")
    boolean allowRefused;

    /** Finds mistakes before any work is done. */
    void check() {
        producerProperties.keySet().forEach(key -> requireFree("--producer-property", key));
        for (String key : consumerProperties.keySet()) {
            if (CONSUMERS_FIXED.contains(key)) {
                throw new IllegalArgumentException(
                        "--consumer-property " + key + " is set by bench itself: leave it out");
            }
        }
        if (!idempotence.isEmpty() && producerProperties.containsKey("enable.idempotence")) {
            throw new IllegalArgumentException(
                    "--producer-property enable.idempotence would be overridden by --idempotence: leave one of them out");
        }
        topicConfigs.forEach(FactorArguments::requireComparable);
        factors(100);
        base();
    }

    /** A flag that is always set would silently override the property. */
    private static void requireFree(String given, String property) {
        String flag = FLAGS.get(property);
        if (flag != null) {
            throw new IllegalArgumentException(
                    given + " " + property + " has a flag of its own: give " + flag + " instead");
        }
        if (FIXED.contains(property)) {
            throw new IllegalArgumentException(given + " " + property + " is set by bench itself: leave it out");
        }
    }

    private static void requireComparable(String config, String value) {
        if (config.equals("message.timestamp.type") && !value.equals("CreateTime")) {
            throw new IllegalArgumentException("with message.timestamp.type=" + value
                    + " the broker replaces the timestamps, and what is read back could not be compared: leave it out");
        }
    }

    int maxReplicas() {
        return replicationFactors.stream().mapToInt(count -> count).max().orElse(1);
    }

    /** The settings that every arm starts from. */
    public LoadSettings base() {
        ClientProperties.requireProducers(producerProperties.keySet());
        ClientProperties.requireConsumers(consumerProperties.keySet());
        boolean open = rates.stream().anyMatch(rate -> !rate.equalsIgnoreCase(RATE_MAX));
        ConsumerSettings.When defaultWhen = open ? ConsumerSettings.When.BESIDE : ConsumerSettings.When.AFTER;
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

    /**
     * The factors, in the order of arm labels.
     *
     * @param bytesPerRecord of keys and values, for rates in bytes
     */
    List<Factor> factors(double bytesPerRecord) {
        List<Factor> factors = new ArrayList<>();
        if (!clients.labels().isEmpty()) {
            factors.add(factor(ClientArguments.FACTOR, clients.labels(), label -> label, clients::with));
        }
        factors.add(factor("codec", codecs(), Codec::toString, FactorArguments::withCodec));
        factors.add(factor(
                "batch.size",
                batchSizes,
                size -> String.valueOf(size.bytes()),
                (settings, size) -> settings.withProducerProperty("batch.size", String.valueOf(size.bytes()))));
        factors.add(property(
                "linger.ms",
                lingers.stream()
                        .map(linger -> String.valueOf(Milliseconds.whole("--linger", linger)))
                        .toList()));
        factors.add(property(
                "acks", acks.stream().map(FactorArguments::acknowledgements).toList()));
        if (!idempotence.isEmpty()) {
            factors.add(property(
                    "enable.idempotence",
                    idempotence.stream().map(String::valueOf).toList()));
        }
        factors.add(factor(
                "rate", rates, rate -> rate, (settings, rate) -> settings.withProfile(profile(rate, bytesPerRecord))));
        factors.add(factor(
                "producers",
                producers,
                String::valueOf,
                (settings, count) -> settings.withClients(count, settings.threads())));
        factors.add(factor(
                "threads",
                threads,
                String::valueOf,
                (settings, count) -> settings.withClients(settings.producers(), count)));
        factors.add(factor(
                "topics",
                topics,
                String::valueOf,
                (settings, count) -> settings.withTopics(count, settings.partitions(), settings.replicationFactor())));
        factors.add(factor(
                "partitions",
                partitions,
                String::valueOf,
                (settings, count) -> settings.withTopics(settings.topics(), count, settings.replicationFactor())));
        factors.add(factor(
                "replication-factor",
                replicationFactors,
                String::valueOf,
                (settings, count) -> settings.withTopics(settings.topics(), settings.partitions(), count)));
        varied.forEach(text -> factors.add(varied(text)));
        return factors;
    }

    /**
     * The factors of prepared batches.
     *
     * @throws IllegalArgumentException for factors that only a producer has
     */
    List<Factor> rawFactors() {
        if (!varied.stream().allMatch(text -> text.startsWith(TOPIC_PREFIX))) {
            throw new IllegalArgumentException(
                    "--raw sends prepared batches without a producer: leave --vary out, except" + " for topic.KEY");
        }
        return factors(1).stream()
                .filter(factor -> !PRODUCERS_OWN.contains(factor.name()))
                .toList();
    }

    /** The only factor of a service whose producer is not visible. */
    Factor rateFactor(double bytesPerRecord) {
        return factors(bytesPerRecord).stream()
                .filter(factor -> factor.name().equals("rate"))
                .findFirst()
                .orElseThrow();
    }

    private List<Codec> codecs() {
        List<Codec> wanted = new ArrayList<>();
        for (String entry : codecs.split(",", -1)) {
            // A grid always holds none, which here is an arm only on request.
            boolean none = entry.strip().equalsIgnoreCase(CodecType.NONE.label());
            CodecGrid.parse(entry).codecs().stream()
                    .filter(codec -> none || codec.type() != CodecType.NONE)
                    .forEach(wanted::add);
        }
        return wanted;
    }

    private static LoadSettings withCodec(LoadSettings settings, Codec codec) {
        LoadSettings changed = settings;
        for (String line : codec.configLines()) {
            int equals = line.indexOf('=');
            changed = changed.withProducerProperty(line.substring(0, equals), line.substring(equals + 1));
        }
        return changed;
    }

    private static String acknowledgements(String text) {
        String acks = text.strip().equals("-1") ? "all" : text.strip();
        if (!List.of("0", "1", "all").contains(acks)) {
            throw new IllegalArgumentException("--acks must be 0, 1 or all, got '" + text + "'");
        }
        return acks;
    }

    private static LoadProfile profile(String rate, double bytesPerRecord) {
        return rate.equalsIgnoreCase(RATE_MAX)
                ? new LoadProfile.ClosedLoop()
                : new LoadProfile.OpenLoop(ArrivalRate.parse(rate).recordsPerSecond(bytesPerRecord));
    }

    private Factor varied(String text) {
        int equals = text.indexOf('=');
        if (equals < 1 || equals == text.length() - 1) {
            throw new IllegalArgumentException("--vary " + text + ": write KEY=V1,V2,...");
        }
        String key = text.substring(0, equals).strip();
        if (Secrets.isSecret(key)) {
            throw new IllegalArgumentException("--vary " + key
                    + ": a result shows every value of a factor, and these are secret; give one with"
                    + " --producer-property");
        }
        List<String> values = List.of(text.substring(equals + 1).split(",", -1));
        if (key.startsWith(TOPIC_PREFIX)) {
            String config = key.substring(TOPIC_PREFIX.length());
            values.forEach(value -> requireComparable(config, value));
            return factor(key, values, value -> value, (settings, value) -> settings.withTopicConfig(config, value));
        }
        ClientProperties.requireProducers(Set.of(key));
        requireFree("--vary", key);
        if (producerProperties.containsKey(key) || !idempotence.isEmpty() && key.equals("enable.idempotence")) {
            throw new IllegalArgumentException("--vary " + key + " overrides what another flag sets: give only one");
        }
        return property(key, values);
    }

    private static Factor property(String key, List<String> values) {
        return factor(key, values, value -> value, (settings, value) -> settings.withProducerProperty(key, value));
    }

    private static <T> Factor factor(
            String name, List<T> values, Function<T, String> label, BiFunction<LoadSettings, T, LoadSettings> apply) {
        return new Factor(
                name,
                values.stream()
                        .map(value -> new Factor.Level(label.apply(value), settings -> apply.apply(settings, value)))
                        .toList());
    }

    /** A rate as it was written, and refused where it is none, together with the flag's name. */
    static final class RateText implements ITypeConverter<String> {
        @Override
        public String convert(String text) {
            try {
                profile(text, 1);
                return text;
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** The values of acks, as shells offer them. */
    static final class AcksValues implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("0", "1", "all").iterator();
        }
    }
}
