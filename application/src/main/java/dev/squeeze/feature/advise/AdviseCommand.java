package dev.squeeze.feature.advise;

import dev.squeeze.engine.drivers.CodecDriver;
import dev.squeeze.engine.predict.ClientCodecCpu;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.feature.bench.VerificationInfo;
import dev.squeeze.feature.calibrate.CpuCosts;
import dev.squeeze.kit.cli.BrokerCostArguments;
import dev.squeeze.kit.cli.CodecNames;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.FollowUpCommand;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.Milliseconds;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.PriceArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.Share;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "advise",
        header = "Which codec, level, batch.size and linger.ms to use for your records, and what that saves.",
        description = {
            "",
            "Measures your records, predicts the batches that producers form at your rate (Java's, or --client), and compares"
                    + " every combination with today's settings in bytes, cores and money."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze advise sample:access-log",
            "  squeeze advise topic:orders --bootstrap-server kafka1:9092",
            "  squeeze advise events.jsonl --rate 40MiB/s --partitions 48 --max-latency 20ms",
            "  squeeze advise orders.jsonl --current-from topic:orders --bootstrap-server kafka1:9092",
            "  squeeze advise events.jsonl --rate 5MiB/s --verify",
            "  squeeze advise events.jsonl --client librdkafka",
            "  squeeze advise events.jsonl --client java:3.6",
            "  squeeze advise topic:orders --bootstrap-server kafka1:9092 --change topic",
            "  squeeze advise orders.csv --key-field 1 --current compression.type=snappy,linger.ms=0 --optimize balanced",
            "  squeeze advise logs/ --prices my-prices.yaml --output advice.json --output advice.md"
        })
public final class AdviseCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final List<String> commandLine;

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Mixin
    SourceArguments source = new SourceArguments();

    @Mixin
    WorkloadArguments workload = new WorkloadArguments();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Mixin
    TodayArguments today = new TodayArguments();

    @Mixin
    VerifyArguments verification = new VerifyArguments();

    @Mixin
    OutputArguments output = new OutputArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    @Option(
            names = "--optimize",
            paramLabel = "FOR",
            completionCandidates = ObjectiveLabels.class,
            defaultValue = "cost",
            description =
                    "What to minimise: cost, cpu, network, latency, or balanced, which is cost with a less intrusive change (default: ${DEFAULT-VALUE}).")
    Objective objective = Objective.COST;

    @Option(
            names = "--keep",
            paramLabel = "SHARE",
            description =
                    "Recommend the least intrusive settings that keep this share of the largest saving, such as 99%% or 0.99"
                            + " (default: 95%%).")
    @Nullable
    Share keep;

    @Option(
            names = "--max-latency",
            paramLabel = "TIME",
            converter = Milliseconds.class,
            description = "Limit on the predicted time from send() to acknowledgement, 99th percentile (default: 100ms;"
                    + " more if today's linger.ms is longer).")
    @Nullable
    Duration maxLatency;

    @Option(
            names = "--max-producer-cores",
            paramLabel = "N",
            description =
                    "Maximum busy cores of all producers together (default: 0.6 per producer, because Java's compresses in"
                            + " the thread that sends; no limit with another --client).")
    @Nullable
    Double maxProducerCores;

    @Mixin
    PriceArguments prices = new PriceArguments();

    @Mixin
    BrokerCostArguments brokerCost = new BrokerCostArguments();

    @Option(
            names = "--codecs",
            paramLabel = "LIST",
            completionCandidates = CodecNames.class,
            description =
                    "Codecs and levels to consider, such as zstd:1-6,lz4, or all. Default: each codec at its default"
                            + " level, and zstd at 1, 6 and 9.")
    @Nullable
    CodecGrid codecs;

    @Option(
            names = "--change",
            paramLabel = "WHERE",
            completionCandidates = Change.Labels.class,
            defaultValue = "producer",
            description =
                    "What may change: producer, topic (its compression.type, if you cannot change producers: these send as"
                            + " today and brokers compress), or any (default: ${DEFAULT-VALUE}).")
    Change change = Change.PRODUCER;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "Time for measuring, not counting reading. Default: 3s, up to 11s for a large sample.")
    @Nullable
    Duration budget;

    @HelpGroup.In(HelpGroup.OUTPUT)
    @Option(
            names = "--details",
            description =
                    "Print everything: the comparison with today, alternatives, all caveats, workload and prices.")
    boolean details;

    public AdviseCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    @Override
    public Integer call() {
        RunStart start = RunStart.now(commandLine);
        check();
        Prices priceList = PriceList.asked(prices, brokerCost);
        output.open(start, terminal);
        RecordSource records =
                source.open(workload.recordsPerSecondToRead(), connection, ConnectionArguments.TIMEOUT, terminal);
        ProgressLine progress = new ProgressLine(terminal);
        verification.prepare(workload.client, progress::say, terminal.stop()::isRequested);
        // Before the processors are busy: this probes the machine the first time.
        CpuCosts cpuCosts = verification.cpuCosts(workload.client.profile());
        AdviseResult result;
        try {
            result = new AdviseReading(source, today, connection, terminal, progress)
                    .advise(
                            records,
                            sample -> new AdviseRun(
                                    question(start, records.notation(), sample, priceList, cpuCosts),
                                    terminal,
                                    progress));
        } catch (UnverifiedException e) {
            progress.clear();
            // Minutes of measuring are not lost because a broker cannot be reached.
            output.write(e.unverified(), details, terminal);
            throw e.failure();
        } finally {
            progress.clear();
        }
        output.write(result, details || verification.verify, terminal);
        return exitCode(result);
    }

    /** Checks all flags before any work is done. */
    private void check() {
        output.check();
        GivenFlags.of(spec).check(AdviseFlagRules.ALL);
        if (verification.verify || today.readsTopic()) {
            connection.check(source.sources);
        } else {
            connection.checkForReading(source.sources);
        }
        today.check(connection, workload.client);
        checkCodecs();
        workload.given();
        verification.check(workload.client.profile());
        Range.requireAboveZero("--budget", budget);
        Range.requireAboveZero("--max-latency", maxLatency);
        if (maxProducerCores != null) {
            Range.requireAboveZero("--max-producer-cores", maxProducerCores);
        }
    }

    /** Brokers accept every level; a client may not. */
    private boolean isConsidered(Codec codec) {
        return change.topic() || refusal(codec).isEmpty();
    }

    private Optional<String> refusal(Codec codec) {
        return workload.client
                .refusal(codec)
                .or(() -> today.names(codec)
                        ? Optional.empty()
                        : ClientCodecCpu.outOfProportion(workload.client.profile(), codec));
    }

    private void checkCodecs() {
        if (codecs == null || change.topic()) {
            return;
        }
        for (Codec codec : codecs.codecs()) {
            refusal(codec).ifPresent(refusal -> {
                throw new UsageException("--codecs " + codec + " does not work with --client " + workload.client.label()
                        + ": " + refusal);
            });
        }
    }

    private AdviseQuestion question(
            RunStart start, String notation, Sample sample, Prices priceList, CpuCosts cpuCosts) {
        CodecGrid grid = codecs == null ? CodecGrid.usual().where(this::isConsidered) : codecs;
        TopicWorkload learned = workload.learn(sample, topicOfLog(), connection.cluster(), start.at());
        ProducerSettings now = today.settings(sample, learned.workload());
        if (verification.verify && now.topicCodec().isPresent()) {
            throw new UsageException(
                    "--verify creates topics that keep the producers' codec, but the brokers of this topic store "
                            + now.storedCodec().type().label() + ", not " + now.codec()
                            + ": leave out --verify, or compression.type in --current");
        }
        FollowUpCommand given = FollowUpCommand.of(spec);
        NextCommands next = new NextCommands(
                given,
                given.knownTo(spec, "measure"),
                source,
                connection,
                !verification.verify
                        && !change.topic()
                        && now.topicCodec().isEmpty()
                        && workload.client.profile() == ClientProfile.JAVA);
        return new AdviseQuestion(
                start,
                new AdviseQuestion.Records(notation, sample, today.topic(), today.fromLog(sample, workload, now)),
                now,
                learned,
                priceList,
                cpuCosts,
                aims(),
                new AdviseQuestion.Measuring(
                        grid,
                        CodecDriver.comparison(workload.client.profile(), grid.including(now.codec())),
                        budget == null ? AdviceMeasurement.budget(sample) : budget,
                        source.seed),
                change,
                next::after,
                verification.verify
                        ? Optional.of(verification.request(connection, terminal, workload.client.profile()))
                        : Optional.empty());
    }

    private AdviseQuestion.Aims aims() {
        return new AdviseQuestion.Aims(
                objective,
                keep == null ? OptionalDouble.empty() : OptionalDouble.of(keep.value()),
                Optional.ofNullable(maxLatency),
                maxProducerCores == null ? OptionalDouble.empty() : OptionalDouble.of(maxProducerCores));
    }

    /** The topic that today's batches were read from. */
    private Optional<String> topicOfLog() {
        return today.topic().map(ConnectionArguments::topicName).or(source::topic);
    }

    private static int exitCode(AdviseResult result) {
        Optional<VerificationInfo> verified = result.verification();
        boolean interrupted = result.sweep().interrupted()
                || verified.map(VerificationInfo::interrupted).orElse(false);
        return interrupted
                ? ExitCode.INTERRUPTED
                : verified.flatMap(VerificationInfo::failure).isPresent() ? ExitCode.FAILED : ExitCode.DONE;
    }
}
