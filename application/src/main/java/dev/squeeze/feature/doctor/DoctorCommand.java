package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TopicArguments;
import dev.squeeze.kit.cluster.Answer;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.JmxBrokers;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.cluster.TopicConversions;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.unit.ByteCount;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "doctor",
        header = "What is misconfigured on a cluster, what it costs, and the exact fix.",
        description = {
            "",
            "Makes 25 checks (--list) on each topic: raw topics and producers, brokers that compress again, shallow batches"
                    + " and why, values compressed one by one, schemas in records, gzip, reads across zones, sizes, compaction."
                    + " A finding says what was seen, what it costs, how to fix it, what the fix saves, and how sure it is.",
            "",
            "Reads a sample of each topic's stored batches, and settings. It joins no group, commits nothing and changes nothing."
                    + " READ and DESCRIBE on topics are enough for most checks; what needs DESCRIBE_CONFIGS or a broker's JMX"
                    + " and cannot have it is listed, never guessed.",
            "",
            "Exit codes: 0 nothing as severe as --fail-on, 3 something so severe, 1 failed, 2 usage, 130 interrupted."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze doctor --bootstrap-server kafka1:9092",
            "  squeeze doctor orders payments --bootstrap-server kafka1:9092 --command-config client.properties",
            "  squeeze doctor --bootstrap-server kafka1:9092 --include 'web-.*' --fail-on worth --output doctor.md",
            "  squeeze doctor orders --bootstrap-server kafka1:9092 --jmx kafka1:9999,kafka2:9999",
            "  squeeze doctor orders --bootstrap-server kafka1:9092 --producer-config producer.properties",
            "  squeeze doctor --bootstrap-server kafka1:9092 --threshold serious-money=1000 --consumer-groups 4",
            "  squeeze doctor --list"
        })
public final class DoctorCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final List<String> commandLine;

    @Parameters(
            arity = "0..*",
            paramLabel = "TOPIC",
            description = "Topics to examine, NAME or topic:NAME. Default: all but Kafka's own.")
    List<String> topics = List.of();

    @Option(names = "--list", description = "List all checks with what they need, and the thresholds.")
    boolean list;

    @Mixin
    TopicArguments filter = new TopicArguments();

    @Option(
            names = "--sample",
            paramLabel = "BYTES",
            defaultValue = "4MiB",
            description = "Largest number of stored bytes to fetch from each topic (default: ${DEFAULT-VALUE}).")
    ByteCount sample = new ByteCount(4 * ByteCount.MIB);

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of every random choice (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            defaultValue = "serious",
            description =
                    "Exit with 3 from this severity on: none, note, worth or serious (default: ${DEFAULT-VALUE}).")
    String failOn = "serious";

    @Option(
            names = "--jmx",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "JMX addresses of your brokers, from which it is read whether they compress again.")
    List<String> jmx = List.of();

    @Option(
            names = "--producer-config",
            paramLabel = "FILE",
            description = "A producer's properties, for checks that the log does not show.")
    @Nullable
    Path producerConfig;

    @Option(
            names = "--consumer-config",
            paramLabel = "FILE",
            description = "A consumer's properties, for client.rack and fetch.max.bytes.")
    @Nullable
    Path consumerConfig;

    @Option(
            names = "--threshold",
            paramLabel = "KEY=NUMBER",
            description = "Another limit, such as raw-fraction=0.7; may be given more than once, --list shows all.")
    List<String> thresholds = List.of();

    @Option(
            names = "--prices",
            paramLabel = "FILE",
            defaultValue = "aws",
            description = "Price list: aws, gcp, azure, or a YAML file (default: ${DEFAULT-VALUE}).")
    String prices = "aws";

    @Option(
            names = "--consumer-groups",
            paramLabel = "N",
            defaultValue = "2",
            description = "Groups that read each topic once (default: ${DEFAULT-VALUE}).")
    int consumerGroups;

    @Option(
            names = "--zones",
            paramLabel = "N",
            description = "Availability zones. Default: the brokers' racks, otherwise 3.")
    @Nullable
    Integer zones;

    @Option(
            names = "--retention",
            paramLabel = "TIME",
            description = "How long records are kept. Default: as each topic is set.")
    @Nullable
    Duration retention;

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Mixin
    OutputArguments output = new OutputArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    public DoctorCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    /** What the user asked for, without mistakes. */
    private record Order(
            DoctorScope scope,
            Thresholds thresholds,
            Optional<Severity> failOn,
            Prices prices,
            ClientSettings clients,
            RemoteCluster cluster,
            TopicAccess access) {}

    @Override
    public Integer call() {
        if (list) {
            DoctorHandbook.lines().forEach(terminal.out()::println);
            terminal.out().flush();
            return ExitCode.DONE;
        }
        RunStart start = RunStart.now(commandLine);
        Order order = order();
        output.open(start, terminal);
        try (ClusterFacts facts = ClusterFacts.open(order.cluster(), ConnectionArguments.TIMEOUT)) {
            List<ClusterFacts.Topic> all = facts.topics();
            List<ClusterFacts.Topic> chosen =
                    order.scope().of(all, order.cluster().bootstrap());
            DoctorResult result = examine(start, order, facts, all, chosen);
            output.write(result, terminal);
            return result.interrupted()
                    ? ExitCode.INTERRUPTED
                    : result.failed() ? ExitCode.THRESHOLD_MISSED : ExitCode.DONE;
        }
    }

    private Order order() {
        output.check();
        if (connection.bootstrap == null) {
            throw new IllegalArgumentException("doctor works on a cluster: name it with --bootstrap-server HOST:PORT");
        }
        ConnectionArguments.requireRoom(sample);
        return new Order(
                DoctorScope.of(topics, filter),
                Thresholds.parse(thresholds),
                severity(),
                PriceList.read(prices),
                ClientFiles.read(Optional.ofNullable(producerConfig), Optional.ofNullable(consumerConfig)),
                connection.cluster().orElseThrow(),
                connection.topics(sample, seed, ConnectionArguments.TIMEOUT).orElseThrow());
    }

    private Optional<Severity> severity() {
        String wanted = failOn.toLowerCase(Locale.ROOT);
        if (wanted.equals("none")) {
            return Optional.empty();
        }
        for (Severity one : Severity.values()) {
            if (one.name().toLowerCase(Locale.ROOT).equals(wanted)) {
                return Optional.of(one);
            }
        }
        throw new IllegalArgumentException("--fail-on '" + failOn + "' is no severity (none, note, worth or serious)");
    }

    private TrafficOptions options(Order order, RunStart start) {
        return new TrafficOptions(
                order.prices(),
                consumerGroups,
                zones == null ? OptionalInt.empty() : OptionalInt.of(zones),
                Optional.ofNullable(retention),
                start.at());
    }

    private DoctorResult examine(
            RunStart start,
            Order order,
            ClusterFacts facts,
            List<ClusterFacts.Topic> all,
            List<ClusterFacts.Topic> chosen) {
        TrafficOptions options = options(order, start);
        Optional<JmxBrokers> metrics = jmx.isEmpty() ? Optional.empty() : Optional.of(JmxBrokers.connect(jmx));
        ClusterExamination cluster = cluster(order, facts, Optional.empty());
        List<TopicExamination> examined = new ArrayList<>();
        boolean interrupted;
        try {
            Findings findings = new Findings(start, order, all, options);
            ClusterExamination seen = cluster;
            interrupted = topics(
                    order, facts, chosen, examined, cluster, options, soFar -> findings.result(seen, soFar, false));
            cluster = new ClusterExamination(
                    cluster.bootstrap(),
                    cluster.brokers(),
                    cluster.brokerSettings(),
                    metrics.map(JmxBrokers::conversions),
                    cluster.clients());
        } finally {
            metrics.ifPresent(JmxBrokers::close);
        }
        return new Findings(start, order, all, options).result(cluster, examined, interrupted);
    }

    /** Makes documents of what was examined. */
    private record Findings(RunStart start, Order order, List<ClusterFacts.Topic> all, TrafficOptions options) {
        DoctorResult result(ClusterExamination cluster, List<TopicExamination> examined, boolean interrupted) {
            Set<String> names = all.stream().map(ClusterFacts.Topic::name).collect(Collectors.toSet());
            Diagnosis diagnosis = Doctor.diagnose(cluster, examined, names, order.thresholds());
            return new DoctorResult(
                    start.untilNow(),
                    info(cluster, options),
                    order.prices(),
                    order.thresholds().inForce(),
                    examined.stream().map(TopicExamination::summary).toList(),
                    diagnosis,
                    order.failOn(),
                    interrupted);
        }
    }

    private static DoctorResult.Examined info(ClusterExamination cluster, TrafficOptions options) {
        Set<String> racks = cluster.brokers().stream()
                .flatMap(broker -> broker.rack().stream())
                .collect(Collectors.toCollection(TreeSet::new));
        return new DoctorResult.Examined(
                cluster.bootstrap(),
                cluster.brokers().size(),
                List.copyOf(racks),
                cluster.conversions().isPresent(),
                options.zonesOf(racks.size()),
                racks.isEmpty() && options.zones().isEmpty(),
                options.consumerGroups());
    }

    private static ClusterExamination cluster(
            Order order, ClusterFacts facts, Optional<Map<String, TopicConversions>> conversions) {
        List<ClusterFacts.Broker> brokers = facts.brokers();
        Map<Integer, Answer<Map<String, ClusterFacts.Setting>>> settings = new TreeMap<>();
        for (ClusterFacts.Broker broker : brokers) {
            settings.put(broker.id(), facts.brokerSettings(broker.id()));
            if (settings.values().stream().anyMatch(answer -> answer.refusal().isPresent())) {
                break;
            }
        }
        return new ClusterExamination(order.cluster().bootstrap(), brokers, settings, conversions, order.clients());
    }

    /** @return whether the user ended it before all were examined */
    private boolean topics(
            Order order,
            ClusterFacts facts,
            List<ClusterFacts.Topic> chosen,
            List<TopicExamination> examined,
            ClusterExamination cluster,
            TrafficOptions options,
            Function<List<TopicExamination>, DoctorResult> soFar) {
        Map<String, Answer<Map<String, ClusterFacts.Setting>>> settings = facts.topicSettings(
                chosen.stream().map(ClusterFacts.Topic::name).toList());
        ProgressLine progress = new ProgressLine(terminal);
        try (Examiner examiner = new Examiner(cluster, order.thresholds(), options)) {
            for (ClusterFacts.Topic topic : chosen) {
                double before = examined.size();
                examined.add(examiner.examine(
                        topic,
                        settings.getOrDefault(topic.name(), new Answer.Refused<>("the cluster did not report them")),
                        order.access(),
                        (read, total) -> {
                            if (terminal.stop().isRequested()) {
                                throw new StoppedException("interrupted");
                            }
                            double part = total > 0 ? Math.min(1.0, (double) read / total) : 0;
                            progress.progress(
                                    "examining topics, " + topic.name(),
                                    Math.max(1e-6, (before + part) / chosen.size()));
                        }));
                List<TopicExamination> until = List.copyOf(examined);
                terminal.live().show(() -> soFar.apply(until));
            }
            return false;
        } catch (StoppedException e) {
            return true;
        } finally {
            progress.clear();
        }
    }
}
