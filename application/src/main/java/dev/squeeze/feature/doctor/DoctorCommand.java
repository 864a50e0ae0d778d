package dev.squeeze.feature.doctor;

import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.workload.WorkloadFlags;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.EachTopic;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.FollowUpCommand;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.OwnWords;
import dev.squeeze.kit.cli.PriceArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.ResultCommand;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.SeedArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cli.TopicArguments;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

@Command(
        name = "doctor",
        header = "What is misconfigured on a cluster, what it costs, and the exact fix.",
        description = {
            "",
            "Runs 25 checks (--list): uncompressed topics and producers, brokers that recompress, small batches and"
                    + " their cause, values compressed individually, schemas in records, gzip, reads across zones,"
                    + " sizes, compaction. Each finding shows what was seen, what it costs, how to fix it, what the"
                    + " fix saves, and how certain it is.",
            "",
            "Reads settings, and a sample of each topic's stored batches. It joins no group, commits nothing and"
                    + " changes nothing. READ and DESCRIBE on topics are sufficient for most checks; checks that also"
                    + " need DESCRIBE_CONFIGS or a broker's JMX are listed as skipped without it, never guessed.",
            "",
            "Exit codes: 0 no finding as severe as --fail-on, 3 at least one such finding, 1 failed, 2 usage, 130"
                    + " interrupted."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze doctor --bootstrap-server kafka1:9092",
            "  squeeze doctor orders payments --bootstrap-server kafka1:9092 --command-config client.properties",
            "  squeeze doctor --bootstrap-server kafka1:9092 --include 'web-.*' --fail-on warning --output doctor.md",
            "  squeeze doctor --bootstrap-server kafka1:9092 --by severity",
            "  squeeze doctor orders --bootstrap-server kafka1:9092 --jmx kafka1:9999,kafka2:9999",
            "  squeeze doctor orders --bootstrap-server kafka1:9092 --producer-config producer.properties",
            "  squeeze doctor --bootstrap-server kafka1:9092 --threshold serious-money=1000 --consumer-groups 4",
            "  squeeze doctor --list"
        })
@OwnWords(flag = "--rate", description = EachTopic.RATE)
@OwnWords(flag = "--partitions", description = EachTopic.PARTITIONS)
@OwnWords(flag = "--producers", description = EachTopic.PRODUCERS)
public final class DoctorCommand extends ResultCommand<DoctorResult> {
    @Parameters(
            arity = "0..*",
            paramLabel = DoctorFlagRules.TOPIC,
            description = "Topics to examine, NAME or topic:NAME. Default: all except Kafka's internal topics.")
    List<String> topics = List.of();

    @HelpGroup.In(HelpGroup.OUTPUT)
    @Option(names = "--list", description = "List all checks with what they need, and the thresholds.")
    boolean list;

    @Mixin
    TopicArguments filter = new TopicArguments();

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--sample",
            paramLabel = "BYTES",
            defaultValue = "4MiB",
            description =
                    "Maximum stored bytes to fetch from each topic (default: ${DEFAULT-VALUE}); more, up to 32MiB, if"
                            + " these are fewer than 32 batches.")
    ByteCount sample = new ByteCount(4 * ByteCount.MIB);

    @Mixin
    SeedArguments seed = new SeedArguments();

    @Option(
            names = "--fail-on",
            paramLabel = "SEVERITY",
            completionCandidates = FailOn.class,
            defaultValue = "serious",
            description =
                    "Exit with 3 if a finding has at least this severity: none, note, warning or serious (default:"
                            + " ${DEFAULT-VALUE}).")
    String failOn = "serious";

    @HelpGroup.In(HelpGroup.OUTPUT)
    @Option(
            names = "--by",
            paramLabel = "GROUP",
            completionCandidates = Arrangement.Labels.class,
            defaultValue = "topic",
            description = "Group findings by topic or by severity (default: ${DEFAULT-VALUE}).")
    Arrangement by = Arrangement.TOPIC;

    @HelpGroup.In(HelpGroup.CLUSTER)
    @Option(
            names = "--jmx",
            split = ",",
            paramLabel = "HOST:PORT",
            description = "JMX addresses of your brokers, to see whether they compress batches again.")
    List<String> jmx = List.of();

    @HelpGroup.In(HelpGroup.CLUSTER)
    @Option(
            names = "--producer-config",
            paramLabel = "FILE",
            description = "A producer's properties file, for settings that the log does not show.")
    @Nullable
    Path producerConfig;

    @HelpGroup.In(HelpGroup.CLUSTER)
    @Option(
            names = "--consumer-config",
            paramLabel = "FILE",
            description = "A consumer's properties file, for client.rack and fetch.max.bytes.")
    @Nullable
    Path consumerConfig;

    @Option(
            names = "--threshold",
            paramLabel = "KEY=NUMBER",
            description = "Override a threshold, such as raw-fraction=0.7; may be repeated, --list shows all.")
    List<String> thresholds = List.of();

    @Mixin
    PriceArguments prices = new PriceArguments();

    @Mixin
    WorkloadFlags workload = new WorkloadFlags();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    public DoctorCommand(Terminal terminal, List<String> commandLine) {
        super(terminal, commandLine);
    }

    @Override
    public Integer call() {
        if (list) {
            DoctorHandbook.lines().forEach(terminal.out()::println);
            terminal.out().flush();
            return ExitCode.DONE;
        }
        return super.call();
    }

    @Override
    protected Function<ProgressLine, DoctorResult> prepare(RunStart start) {
        DoctorRequest request = request(start.at());
        return progress ->
                new DoctorRun(request, start, terminal, progress).run().groupedBy(by);
    }

    @Override
    protected int end(DoctorResult result) {
        return result.interrupted()
                ? ExitCode.INTERRUPTED
                : result.failed() ? ExitCode.THRESHOLD_MISSED : ExitCode.DONE;
    }

    private DoctorRequest request(Instant now) {
        GivenFlags.of(spec).check(DoctorFlagRules.ALL);
        ConnectionArguments.requireRoom(sample);
        return new DoctorRequest(
                DoctorScope.of(topics, filter),
                Thresholds.parse(thresholds),
                severity(),
                new TrafficOptions(PriceList.read(prices.prices), workload.given(), now),
                ClientFiles.read(Optional.ofNullable(producerConfig), Optional.ofNullable(consumerConfig)),
                jmx,
                connection.cluster().orElseThrow(),
                connection
                        .topics(sample, seed.seed, ConnectionArguments.TIMEOUT)
                        .orElseThrow(),
                // The limit of what is read from each topic does not apply to a command about a single topic.
                FollowUpCommand.of(spec).knownTo(spec, "advise").without("--sample"),
                FollowUpCommand.of(spec)
                        .knownTo(spec, "survey")
                        .without("--sample")
                        .withoutSources());
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
        throw new UsageException("--fail-on '" + failOn + "' is not a severity (none, note, warning or serious)");
    }

    /** The values of {@code --fail-on}, for shell completion. */
    static final class FailOn implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return List.of("none", "note", "warning", "serious").iterator();
        }
    }
}
