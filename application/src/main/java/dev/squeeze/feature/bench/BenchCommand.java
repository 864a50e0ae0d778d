package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.Design;
import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.LiveArguments;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.environment.FlightRecording;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.SyntheticRecords;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "bench",
        header = "Benchmark live: real producers and consumers on a real broker, settings compared as arms.",
        description = {
            "",
            "Sends your records, in their order, with every combination of the settings that you name, in interleaved rounds;"
                    + " reads the batch headers from the broker's log, and reads everything back and compares it. Runs on"
                    + " embedded brokers unless --bootstrap-server names yours.",
            "Exit code 3 if a --threshold is missed, 1 if an arm fails."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze bench sample:access-log",
            "  squeeze bench events.jsonl --codecs lz4,zstd:1-3 --batch-size 16KiB,64KiB --linger 5,20",
            "  squeeze bench events.jsonl --codecs zstd --rate 20MiB/s --threshold 'p99<50ms'",
            "  squeeze bench events.jsonl --codecs gzip,zstd --find-max --max-latency 200ms",
            "  squeeze bench events.jsonl --codecs none,zstd --raw --acks 1,all",
            "  squeeze bench events.jsonl --codecs gzip,zstd --gateway --partitions 300 --find-max",
            "  squeeze bench events.jsonl --target http://ingest:8080/topics/events --rate 2000",
            "  squeeze bench events.jsonl --bootstrap-server kafka1:9093 --command-config client.properties"
        })
public final class BenchCommand implements Callable<Integer> {
    private static final Duration DEFAULT_MAX_LATENCY = Duration.ofSeconds(1);
    private static final double DEFAULT_BRACKET_PERCENT = 5;
    private static final Duration MAX_FOR_RECORDS = Duration.ofMinutes(30);
    private static final Duration MAX_HOLD = Duration.ofHours(72);
    private static final Duration MIN_TRIAL = Duration.ofMillis(500);
    private static final Duration MIN_SEARCH_TRIAL = Duration.ofSeconds(2);
    private static final long MAX_RAW_PAYLOAD_BYTES = 16 * ByteCount.MIB;

    private final Terminal terminal;
    private final List<String> commandLine;

    @Spec
    @SuppressWarnings("NullAway.Init")
    CommandSpec spec;

    @Mixin
    public SourceArguments source = new SourceArguments();

    @Mixin
    public FactorArguments factors = new FactorArguments();

    @Mixin
    ConnectionArguments connection = new ConnectionArguments();

    @Mixin
    public LiveArguments live = new LiveArguments();

    @Mixin
    ServiceArguments service = new ServiceArguments();

    @Mixin
    OutputArguments output = new OutputArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    @Option(
            names = "--one-at-a-time",
            description = "Vary one factor at a time around the first value of each, instead of all combinations.")
    boolean oneAtATime;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            description =
                    "Time for warming up and measuring; at least three rounds are measured (default: 165s). Starting"
                            + " brokers, reading the SOURCE and --profile come on top. With --find-max the time for all"
                            + " arms: when an arm's share is used up, its bracket stays as it is (default: unlimited).")
    @Nullable
    Duration budget;

    @Option(
            names = "--rounds",
            paramLabel = "N",
            description = "Exactly this many rounds. Default: as many as the budget holds, at least 3.")
    @Nullable
    public Integer rounds;

    @Option(
            names = "--trial",
            paramLabel = "TIME",
            description = "Measured time of each trial. Default: 1s, and 5s with --find-max.")
    @Nullable
    Duration trial;

    @Option(
            names = "--num-records",
            paramLabel = "N",
            description = "Run each trial until N records are acknowledged (instead of for --trial).")
    @Nullable
    Long numRecords;

    @Option(
            names = "--find-max",
            description = "Find each arm's highest sustained rate instead of comparing arms at one rate.")
    public boolean findMax;

    @Option(
            names = "--max-latency",
            paramLabel = "TIME",
            description = "Maximum p99 to acknowledgement at a rate that --find-max calls sustained (default: 1s).")
    @Nullable
    Duration maxLatency;

    @Option(
            names = "--bracket",
            paramLabel = "PERCENT",
            description =
                    "Width of the bracket around the rate at which --find-max stops, in percent, 1 to 50 (default: 5).")
    @Nullable
    Double bracketPercent;

    @Option(
            names = "--hold",
            paramLabel = "TIME",
            description = "How long --find-max confirms the rate at the end. Default: two trials.")
    @Nullable
    Duration hold;

    @Option(
            names = "--raw",
            description =
                    "Send batches compressed beforehand, on each connection (--producers) as fast as responses allow: the"
                            + " brokers' own limit, without the cost of a producer. --batch-size is that of the"
                            + " compressed batch.")
    boolean raw;

    @Option(
            names = "--profile",
            description =
                    "Also run each arm once under the flight recorder: where time is spent, and which locks are waited"
                            + " for.")
    boolean profile;

    @Option(
            names = "--threshold",
            paramLabel = "THRESHOLD",
            description =
                    "Such as 'p99<20ms' or 'broker-cpu<3'; exit code 3 if an arm misses it. May be given more than"
                            + " once.")
    public List<Threshold> thresholds = List.of();

    @Option(
            names = "--record-size",
            paramLabel = "BYTES",
            description = "Send random text of this size instead of a SOURCE. It does not represent real records.")
    @Nullable
    ByteCount recordSize;

    /** Given by the author of an experiment's file. */
    public Optional<String> name = Optional.empty();

    public Optional<String> description = Optional.empty();

    public BenchCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    @Override
    public Integer call() {
        RunStart start = RunStart.now(commandLine);
        check();
        output.open(start, terminal);
        ProgressLine progress = new ProgressLine(terminal);
        try {
            RecordSource records = openSource();
            Sample sample = source.drawStretches(records, Payload.STRETCH_BYTES, maxPayloadBytes(), progress);
            Payload payload = Payload.of(sample);
            List<Arm> arms = arms(payload.bytesPerRecord());
            JvmUsage.timeContention();
            SourceInfo info = SourceInfo.of(records.notation(), sample);
            BenchRun run = new BenchRun(request(arms), start, info, payload, progress, control());
            try (BenchSession session = open()) {
                BenchResult result = run.on(session);
                progress.clear();
                output.write(result, terminal);
                return exitCode(result, run);
            }
        } finally {
            progress.clear();
        }
    }

    private BenchRequest request(List<Arm> arms) {
        return new BenchRequest(
                name,
                description,
                raw ? BenchRequest.Mode.RAW : findMax ? BenchRequest.Mode.FIND_MAX : BenchRequest.Mode.BENCH,
                arms,
                design(),
                Optional.ofNullable(budget),
                rounds == null ? OptionalInt.empty() : OptionalInt.of(rounds),
                trialWindow(),
                numRecords == null ? OptionalLong.empty() : OptionalLong.of(numRecords),
                new BenchRequest.Search(
                        maxLatency == null ? DEFAULT_MAX_LATENCY : maxLatency,
                        bracketPercent() / 100,
                        Optional.ofNullable(hold)),
                profile,
                thresholds,
                live.timeout,
                live.keepTopics,
                source.seed);
    }

    private BenchRun.Control control() {
        return new BenchRun.Control() {
            @Override
            public boolean stopRequested() {
                return terminal.stop().isRequested();
            }

            @Override
            public void keep(BenchResult soFar) {
                output.keep(soFar, terminal);
            }
        };
    }

    private BenchSession open() {
        if (service.isForeign()) {
            return BenchSession.foreign(service.foreign(), service.info());
        }
        LiveSession cluster = live.open(connection, factors.maxReplicas(), terminal);
        if (!service.areGiven()) {
            return BenchSession.of(cluster);
        }
        Map<String, String> clientSettings = live.embedded ? Map.of() : connection.client.properties();
        return BenchSession.of(cluster)
                .behind(
                        new GatewayFleet(cluster.cluster().target(), clientSettings, service.fleetOptions()),
                        service.info());
    }

    private int exitCode(BenchResult result, BenchRun run) {
        if (terminal.stop().isRequested()) {
            return ExitCode.INTERRUPTED;
        }
        Optional<RuntimeException> failure = run.failure();
        if (failure.isPresent()) {
            throw failure.get();
        }
        boolean failed = result.arms().stream().anyMatch(arm -> !arm.problems().isEmpty())
                || result.searches().stream()
                        .anyMatch(search -> !search.problems().isEmpty());
        if (failed) {
            return ExitCode.FAILED;
        }
        return result.thresholds().stream().allMatch(threshold -> threshold.met())
                ? ExitCode.DONE
                : ExitCode.THRESHOLD_MISSED;
    }

    /** Finds mistakes before any work is done. */
    public void check() {
        output.check();
        connection.check(source.sources);
        live.check(connection, source.sources);
        GivenFlags.of(spec).check(BenchFlagRules.ALL);
        factors.check();
        service.check(factors, arms(100));
        checkRanges();
        if (recordSize == null == source.sources.isEmpty()) {
            throw new IllegalArgumentException(
                    recordSize == null
                            ? "give a SOURCE: a file, a folder, segment:PATH, topic:NAME or sample:NAME (see 'squeeze sources')"
                            : "--record-size takes the place of a SOURCE: leave one of them out");
        }
        if (profile) {
            FlightRecording.requireRecorder();
        }
        for (Arm arm : arms(100)) {
            ClientProperties.requireProducerTakes(arm.settings().producerProperties());
        }
    }

    private void checkRanges() {
        if (budget != null && budget.isZero()) {
            throw new IllegalArgumentException("--budget must be above 0");
        }
        if (rounds != null && rounds < 1) {
            throw new IllegalArgumentException("--rounds must be at least 1, got " + rounds);
        }
        if (trial != null && trial.toMillis() < MIN_TRIAL.toMillis()) {
            throw new IllegalArgumentException("--trial must be at least " + MIN_TRIAL.toMillis()
                    + "ms: a shorter one measures its own beginning");
        }
        if (numRecords != null && numRecords < 1) {
            throw new IllegalArgumentException("--num-records must be at least 1, got " + numRecords);
        }
        if (findMax) {
            requireLongEnough("--trial", trial);
            requireLongEnough("--hold", hold);
        }
        if (hold != null && hold.compareTo(MAX_HOLD) > 0) {
            throw new IllegalArgumentException("--hold must be at most " + MAX_HOLD.toHours() + "h");
        }
        if (bracketPercent() < 1 || bracketPercent() > 50) {
            throw new IllegalArgumentException(
                    "--bracket must be between 1 and 50 %, got " + Figures.number(bracketPercent()));
        }
    }

    private static void requireLongEnough(String flag, @Nullable Duration given) {
        if (given != null && given.compareTo(MIN_SEARCH_TRIAL) < 0) {
            throw new IllegalArgumentException(flag + " must be at least " + MIN_SEARCH_TRIAL.toSeconds()
                    + "s with --find-max: a shorter one does not show whether the backlog grows");
        }
    }

    private double bracketPercent() {
        return bracketPercent == null ? DEFAULT_BRACKET_PERCENT : bracketPercent;
    }

    private RecordSource openSource() {
        double assumed = ReadOptions.DEFAULT_ASSUMED_RECORDS_PER_SECOND;
        if (recordSize == null) {
            return source.open(assumed, connection, live.timeout, terminal);
        }
        int bytes = (int) Math.min(Integer.MAX_VALUE, recordSize.bytes());
        return new SyntheticRecords(
                bytes, source.seed, new ReadOptions(Optional.empty(), Optional.empty(), Optional.empty(), assumed));
    }

    public List<Arm> arms(double bytesPerRecord) {
        return design().arms(
                        service.isForeign()
                                ? List.of(factors.rateFactor(bytesPerRecord))
                                : raw ? factors.rawFactors() : factors.factors(bytesPerRecord),
                        factors.base());
    }

    /** Prepared batches of every arm stay in memory; fewer of them are only repeated sooner. */
    private long maxPayloadBytes() {
        if (!raw) {
            return Long.MAX_VALUE;
        }
        long share = Runtime.getRuntime().maxMemory() / 4 / arms(100).size();
        return Math.max(Payload.STRETCH_BYTES, Math.min(MAX_RAW_PAYLOAD_BYTES, share));
    }

    private Design design() {
        return oneAtATime ? Design.ONE_AT_A_TIME : Design.FULL_PRODUCT;
    }

    /** With a number of records, the longest time that they may take. */
    private Duration trialWindow() {
        if (numRecords != null) {
            return MAX_FOR_RECORDS;
        }
        return trial == null ? Duration.ofMillis(findMax ? 5_000 : 1_000) : trial;
    }
}
