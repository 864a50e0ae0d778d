package dev.squeeze.feature.advise;

import dev.squeeze.engine.measure.MeasurementPlan;
import dev.squeeze.engine.measure.Sweep;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.PriceList;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.ProducerCount;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.RecordSizes;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.feature.bench.VerificationInfo;
import dev.squeeze.feature.measure.SweepInfo;
import dev.squeeze.feature.measure.SweepProgress;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.ShellWord;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.unit.ArrivalRate;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "advise",
        header = "Which codec, level, batch.size and linger.ms to use for your records, and what that saves.",
        description = {
            "",
            "Measures your records, works out the batches that producers achieve at your rate (Java's, or --client), and"
                    + " compares every combination with today's settings in bytes, cores and money."
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
            "  squeeze advise orders.csv --key-field 1 --current compression.type=snappy,linger.ms=0 --optimize balanced",
            "  squeeze advise logs/ --prices my-prices.yaml --output advice.json --output advice.md"
        })
public final class AdviseCommand implements Callable<Integer> {
    private final Terminal terminal;
    private final List<String> commandLine;

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
            description = "cost, cpu, network, latency or balanced (default: ${DEFAULT-VALUE}).")
    Objective objective = Objective.COST;

    @Option(
            names = "--max-latency",
            paramLabel = "TIME",
            defaultValue = "100ms",
            description = "Most time that batching and compressing may add to a record (default: ${DEFAULT-VALUE}).")
    Duration maxLatency = Duration.ofMillis(100);

    @Option(
            names = "--max-producer-cores",
            paramLabel = "N",
            description =
                    "Most busy cores of all producers together (default: 0.6 for each, as Java's compresses in the"
                            + " thread that sends; no limit with another --client).")
    @Nullable
    Double maxProducerCores;

    @Option(
            names = "--prices",
            paramLabel = "FILE",
            defaultValue = "aws",
            description =
                    "Price list: aws, gcp, azure, or a YAML file with keys such as zone-transfer-per-gb, disk-per-gb-month and"
                            + " vcpu-per-hour (default: ${DEFAULT-VALUE}).")
    String prices = "aws";

    @Option(
            names = "--codecs",
            paramLabel = "LIST",
            description = "Settings to consider, such as zstd:1-6,lz4. Default: all.")
    @Nullable
    CodecGrid codecs;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description = "Time for measuring, reading not counted. Default: 18s, and up to 40s for a large sample.")
    @Nullable
    Duration budget;

    public AdviseCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    @Override
    public Integer call() {
        RunStart start = RunStart.now(commandLine);
        output.check();
        if (verification.verify || today.readsTopic()) {
            connection.check(source.sources);
        } else {
            connection.checkForReading(source.sources);
        }
        today.check(connection);
        workload.check();
        verification.check(connection);
        if (verification.verify && workload.client != ClientProfile.JAVA) {
            throw new IllegalArgumentException("--verify sends with Java's producer: leave --client "
                    + workload.client.label() + " out, or --verify");
        }
        if (budget != null && budget.isZero()) {
            throw new IllegalArgumentException("--budget must be above 0");
        }
        if (maxProducerCores != null && !(maxProducerCores > 0)) {
            throw new IllegalArgumentException("--max-producer-cores must be above 0: " + maxProducerCores);
        }
        Prices priceList = PriceList.read(prices);
        output.open(start, terminal);
        RecordSource records = source.open(
                workload.rate instanceof ArrivalRate.RecordsPerSecond known
                        ? known.recordsPerSecond()
                        : ReadOptions.DEFAULT_ASSUMED_RECORDS_PER_SECOND,
                connection,
                ConnectionArguments.PATIENCE,
                terminal);
        ProgressLine progress = new ProgressLine(terminal);
        try {
            Sample sample = today.lyingThere(
                    AdviceMeasurement.withoutRedundantSizes(
                            source.draw(records, AdviceMeasurement.BATCH_BYTES, false, progress)),
                    connection,
                    source.seed,
                    terminal,
                    progress);
            Duration allowed = budget == null ? AdviceMeasurement.budget(sample) : budget;
            progress.measuringFor(allowed);
            ProducerSettings settings = today.settings(sample, workload.client);
            Basis basis = new Basis(start, records.notation(), sample, settings, allowed, priceList);
            SweepResult sweep = Sweep.run(
                    sample,
                    plan(start.environment(), allowed, settings),
                    new SweepProgress(terminal, progress, soFar -> result(basis, soFar)));
            progress.clear();
            return finish(basis, sweep, progress);
        } finally {
            progress.clear();
        }
    }

    /** What does not change while speeds are taken. */
    private record Basis(
            RunStart start,
            String notation,
            Sample sample,
            ProducerSettings today,
            Duration allowed,
            Prices priceList) {}

    /** What follows from the measurements. */
    private record Advised(
            Workload traffic, AdviceRequest request, CostModel costs, Advisor advisor, Recommendation recommendation) {}

    private Advised advised(Basis basis, SweepResult sweep) {
        Sample sample = basis.sample();
        Workload traffic = traffic(sample, sweep, basis.today());
        AdviceRequest request = new AdviceRequest(
                basis.today(),
                objective,
                limits(traffic.producers()),
                workload.effectiveRate(sample),
                workload.rateIsAssumed(sample),
                today.fromLog(sample, workload));
        CostModel costs = new CostModel(traffic, basis.priceList());
        Advisor advisor = new Advisor(sample, sweep, costs, request);
        return new Advised(traffic, request, costs, advisor, advisor.advise());
    }

    /** Other clients than Java's compress in threads of their own. */
    private Limits limits(int producers) {
        OptionalDouble maxLatencyMillis = OptionalDouble.of(maxLatency.toNanos() / 1e6);
        if (maxProducerCores != null) {
            return new Limits(maxLatencyMillis, OptionalDouble.of(maxProducerCores));
        }
        return workload.client == ClientProfile.JAVA
                ? Limits.ofThreadsThatSend(maxLatencyMillis, producers)
                : new Limits(maxLatencyMillis, OptionalDouble.empty());
    }

    private int finish(Basis basis, SweepResult sweep, ProgressLine progress) {
        Advised advised = advised(basis, sweep);
        Recommendation recommendation = advised.recommendation();
        Optional<VerificationInfo> verified = Optional.empty();
        if (verification.verify && !sweep.interrupted()) {
            terminal.live().show(() -> result(basis, sweep));
            VerifyRun.Outcome outcome = verify(basis, progress, advised);
            recommendation = outcome.recommendation();
            verified = Optional.of(outcome.verification());
        }
        output.write(result(basis, sweep, advised, recommendation, verified), terminal);
        boolean interrupted = sweep.interrupted()
                || verified.map(VerificationInfo::interrupted).orElse(false);
        return interrupted
                ? ExitCode.INTERRUPTED
                : verified.flatMap(VerificationInfo::failure).isPresent() ? ExitCode.FAILED : ExitCode.DONE;
    }

    private AdviseResult result(Basis basis, SweepResult sweep) {
        Advised advised = advised(basis, sweep);
        return result(basis, sweep, advised, advised.recommendation(), Optional.empty());
    }

    private AdviseResult result(
            Basis basis,
            SweepResult sweep,
            Advised advised,
            Recommendation recommendation,
            Optional<VerificationInfo> verified) {
        RunInfo run = basis.start().untilNow();
        return new AdviseResult(
                run,
                SourceInfo.of(basis.notation(), basis.sample(), today.topic()),
                advised.traffic(),
                basis.priceList(),
                advised.request(),
                recommendation,
                next(recommendation),
                SweepInfo.of(basis.allowed().toNanos() / 1e9, sweep),
                verified);
    }

    private VerifyRun.Outcome verify(Basis basis, ProgressLine progress, Advised advised) {
        RunStart start = basis.start();
        try (LiveSession session = verification.open(connection, terminal)) {
            return new VerifyRun(
                            terminal,
                            progress,
                            verification,
                            advised.advisor(),
                            advised.costs(),
                            advised.request(),
                            verification.live(advised.costs().workload(), connection),
                            basis.sample(),
                            source.seed,
                            verification.machine(
                                    verification.live(advised.costs().workload(), connection), connection),
                            start.environment().cores())
                    .on(session, advised.recommendation(), start.at().toEpochMilli());
        } finally {
            progress.clear();
        }
    }

    private Workload traffic(Sample sample, SweepResult sweep, ProducerSettings current) {
        Workload traffic = workload.workload(sample);
        if (workload.producers != null) {
            return traffic;
        }
        return sample.read()
                .stored()
                .map(stored -> traffic.withProducers(ProducerCount.explaining(
                        traffic,
                        current,
                        sweep.measurements(),
                        RecordSizes.of(sample),
                        Math.max(1, stored.recordsPerBatch()))))
                .orElse(traffic);
    }

    private MeasurementPlan plan(Environment environment, Duration allowed, ProducerSettings current) {
        return AdviceMeasurement.plan(
                codecs == null ? CodecGrid.all() : codecs, current.codec(), allowed, environment.cores(), source.seed);
    }

    private List<String> next(Recommendation recommendation) {
        List<String> next = new ArrayList<>();
        String sources = source.asWords() + (source.topic().isPresent() ? connection.asWords() : "");
        if (recommendation.leaveIt().isEmpty()) {
            next.add("kafka-configs.sh " + connection.asKafkasOwn()
                    + " --alter --entity-type topics --entity-name "
                    + source.topic().map(ShellWord::quoted).orElse("TOPIC")
                    + " --add-config " + String.join(",", recommendation.topicConfig()));
        }
        next.add("squeeze measure " + sources + " --codecs "
                + neighbours(recommendation.best().settings().codec())
                + "    # its neighbours at every batch size, with the bare library beside them");
        if (objective != Objective.BALANCED) {
            next.add("squeeze advise " + sources + today.asWords(connection, source)
                    + (workload.rate == null ? "" : " --rate " + rateWord(workload.rate))
                    + String.format(
                            Locale.ROOT, " --optimize balanced --max-latency %.0fms", maxLatency.toNanos() / 2e6));
        }
        return next;
    }

    public static String neighbours(Codec codec) {
        if (!codec.type().hasLevels()) {
            return codec.type().label();
        }
        int from = Math.max(codec.type().minLevel(), codec.level() - 2);
        int to = Math.min(codec.type().maxLevel(), codec.level() + 2);
        // Zero is no level: zstd takes it for its default.
        return codec.type().label() + ":" + (from == 0 ? -1 : from) + "-" + (to == 0 ? 1 : to);
    }

    private static String rateWord(ArrivalRate rate) {
        return rate instanceof ArrivalRate.BytesPerSecond bytes
                ? String.format(Locale.ROOT, "%.0fB/s", bytes.bytesPerSecond())
                : BigDecimal.valueOf(rate.recordsPerSecond(1)).toPlainString();
    }
}
