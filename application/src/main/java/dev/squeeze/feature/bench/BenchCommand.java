package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadTopics;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.kit.cli.CommonArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.GivenFlags;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.LiveArguments;
import dev.squeeze.kit.cli.LiveSession;
import dev.squeeze.kit.cli.OutputArguments;
import dev.squeeze.kit.cli.OwnWords;
import dev.squeeze.kit.cli.ProgressLine;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.SharesCluster;
import dev.squeeze.kit.cli.SourceArguments;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.cluster.ClientProperties;
import dev.squeeze.kit.document.SourceInfo;
import dev.squeeze.kit.environment.FlightRecording;
import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.SyntheticRecords;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

@Command(
        name = "bench",
        header = "Benchmark settings live, with real producers and consumers on a real broker.",
        description = {
            "",
            "Sends your records, in their order, with every combination of the given settings. Each combination is an"
                    + " arm, and all arms run in interleaved rounds. Reads the batch headers from the broker's log, and"
                    + " reads all records back and compares them. Runs on embedded brokers unless --bootstrap-server"
                    + " names your cluster. There it writes to new topics whose names begin with 'squeeze-', and"
                    + " deletes them at the end.",
            "Exit code 3 if a --threshold is missed or --abort-unless ended the run, 1 if an arm fails."
        },
        footer = {
            "",
            "Examples:",
            "  squeeze bench sample:access-log",
            "  squeeze bench events.jsonl --codecs lz4,zstd:1-3 --batch-size 16KiB,64KiB --linger 5,20",
            "  squeeze bench events.jsonl --codecs zstd --rate 20MiB/s --threshold 'p99<50ms'",
            "  squeeze bench events.jsonl --codecs gzip,zstd --find-max --max-latency 200ms",
            "  squeeze bench events.jsonl --codecs zstd --stages 1m:5000-20000,4h:20000 --series run.csv",
            "  squeeze bench events.jsonl --codecs none,zstd --raw --acks 1,all",
            "  squeeze bench events.jsonl --codecs zstd --save-baseline monday",
            "  squeeze bench events.jsonl --codecs zstd --baseline monday --threshold 'records/s>-5%%'",
            "  squeeze bench events.jsonl --codecs gzip,zstd --gateway --partitions 300 --find-max",
            "  squeeze bench events.jsonl --target http://ingest:8080/topics/events --rate 2000",
            "  squeeze bench events.jsonl --bootstrap-server kafka1:9093 --command-config client.properties",
            "  squeeze bench events.jsonl --bootstrap-server kafka1:9093 --workers 4 --worker-group lab --rate 200MiB/s"
        })
@OwnWords(
        flag = "--sample",
        description =
                "Maximum bytes of the source kept in memory, sampled in stretches from all of it; for topic:NAME also"
                        + " the maximum bytes fetched, compressed as stored (default: ${DEFAULT-VALUE}).")
public final class BenchCommand implements Callable<Integer>, SharesCluster {
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
    public TrialArguments trials = new TrialArguments();

    @Mixin
    LiveArguments live = new LiveArguments();

    @Mixin
    ServiceArguments service = new ServiceArguments();

    @Mixin
    WorkerArguments workers = new WorkerArguments();

    @Mixin
    BaselineArguments baseline = new BaselineArguments();

    @Mixin
    FollowArguments following = new FollowArguments();

    @Mixin
    OutputArguments output = new OutputArguments();

    @Mixin
    CommonArguments common = new CommonArguments();

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--raw",
            description = "Send batches that were compressed beforehand, on each connection (--producers) as fast as"
                    + " responses arrive: this finds the brokers' own limit, without the cost of a producer."
                    + " --batch-size is then the size of the compressed batch.")
    boolean raw;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--profile",
            description =
                    "Also run each arm once under the flight recorder, to show where time is spent and which locks"
                            + " threads wait for.")
    boolean profile;

    @HelpGroup.In(HelpGroup.ADVANCED)
    @Option(
            names = "--profile-output",
            paramLabel = "FOLDER",
            description = "Like --profile, and keep the recordings (.jfr) in this folder, with a page of flame graphs"
                    + " for each arm.")
    @Nullable
    Path profileOutput;

    @Option(
            names = "--threshold",
            paramLabel = "THRESHOLD",
            description =
                    "A threshold such as 'p99<20ms' or 'broker-cpu<3', or with --baseline 'records/s>-5%%'; exit code 3"
                            + " if an arm misses it. May be given more than once.")
    public List<Threshold> thresholds = List.of();

    @HelpGroup.In(HelpGroup.SOURCE)
    @Option(
            names = "--record-size",
            paramLabel = "BYTES",
            description = "Send random text of this size instead of a SOURCE. It does not represent real records.")
    @Nullable
    ByteCount recordSize;

    /** Set by an experiment's file. */
    public Optional<String> name = Optional.empty();

    public Optional<String> description = Optional.empty();

    public BenchCommand(Terminal terminal, List<String> commandLine) {
        this.terminal = terminal;
        this.commandLine = commandLine;
    }

    @Override
    public void workOn(LiveSession session) {
        live.shared = Optional.of(session);
    }

    @Override
    public Integer call() {
        RunStart start = RunStart.now(commandLine);
        check();
        Optional<BaselineArguments.Earlier> earlier = baseline.read();
        output.open(start, terminal);
        ProgressLine progress = new ProgressLine(terminal);
        try {
            factors.clients.build(progress::say, terminal.stop()::isRequested);
            RecordSource records = openSource();
            Sample sample = source.drawStretches(records, Payload.STRETCH_BYTES, maxPayloadBytes(), progress);
            Payload payload = Payload.of(sample);
            List<Arm> arms = arms(payload.bytesPerRecord());
            BatchBound.check(arms, payload);
            terminal.stop().allow(LoadTopics.timeToDelete(maxTopics(arms)));
            JvmUsage.timeContention();
            SourceInfo info = SourceInfo.of(records.notation(), sample);
            BenchRun run = new BenchRun(request(arms, earlier), start, info, payload, progress, control());
            try (BenchSession session = open(progress)) {
                BenchResult result = run.on(session);
                progress.clear();
                output.write(result, terminal);
                if (!terminal.stop().isRequested() && run.failure().isEmpty()) {
                    baseline.keep(result).ifPresent(file -> terminal.err().println("wrote " + file));
                }
                return exitCode(result, run);
            }
        } finally {
            progress.clear();
        }
    }

    private static int maxTopics(List<Arm> arms) {
        return arms.stream().mapToInt(arm -> arm.settings().topics()).max().orElse(1);
    }

    private BenchRequest request(List<Arm> arms, Optional<BaselineArguments.Earlier> earlier) {
        return new BenchRequest(
                name,
                description,
                raw ? BenchMode.RAW : trials.findMax ? BenchMode.FIND_MAX : BenchMode.BENCH,
                arms,
                trials.design(),
                Optional.ofNullable(trials.budget),
                rounds(),
                window(),
                trials.numRecords(),
                trials.search(),
                profile || profileOutput != null,
                Optional.ofNullable(profileOutput).map(ProfileFolder::new),
                trials.minEffect(),
                thresholds,
                earlier,
                following.options(),
                live.timeout,
                live.keepTopics,
                source.seed);
    }

    /** Stages run once, unless {@code --rounds} says otherwise. */
    private OptionalInt rounds() {
        OptionalInt given = trials.rounds();
        return given.isEmpty() && factors.stages.length().isPresent() ? OptionalInt.of(1) : given;
    }

    private Duration window() {
        return factors.stages.length().orElseGet(trials::window);
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

    private BenchSession open(ProgressLine progress) {
        if (service.isForeign()) {
            return BenchSession.foreign(service.foreign(), service.info());
        }
        LiveSession cluster = live.open(connection, factors.maxReplicas(), terminal);
        if (workers.areWanted() || !service.areGiven()) {
            BenchSession own = BenchSession.of(cluster);
            return workers.over(
                    service.areGiven() ? own.behind(service.info()) : own,
                    service.ofWorkers(),
                    live.timeout,
                    terminal,
                    progress);
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
        if (result.hasProblems()) {
            return ExitCode.FAILED;
        }
        return result.meetsThresholds() ? ExitCode.DONE : ExitCode.THRESHOLD_MISSED;
    }

    /** Finds mistakes before any work is done. */
    public void check() {
        output.check();
        baseline.check();
        connection.check(source.sources);
        live.check(connection, source.sources);
        GivenFlags.of(spec).check(BenchFlagRules.ALL);
        workers.divide(factors, GivenFlags.of(spec));
        new Factors(factors).check();
        workers.check(arms(100), service.ofWorkers());
        service.check(factors, arms(100));
        trials.check();
        if (factors.stages.stages.isEmpty()) {
            trials.requireBudgetFor(arms(100).size());
        }
        following.check(window());
        requireRateForLatencies();
        if (profile || profileOutput != null) {
            FlightRecording.requireRecorder();
        }
        List<Map<String, String>> properties = new ArrayList<>();
        for (Arm arm : arms(100)) {
            ClientProperties.requireProducerTakes(arm.settings().producerProperties());
            properties.add(arm.settings().producerProperties());
        }
        factors.clients.check(properties);
        if (profileOutput != null) {
            new ProfileFolder(profileOutput).prepare();
        }
    }

    /** Latency is not compared without a rate, so a threshold on its change would always be missed. */
    private void requireRateForLatencies() {
        if (arms(100).stream().allMatch(arm -> arm.settings().profile() instanceof LoadProfile.Paced)) {
            return;
        }
        thresholds.stream()
                .filter(threshold -> threshold.ofChange() && threshold.metric().needsRate())
                .findFirst()
                .ifPresent(threshold -> {
                    throw new UsageException("--threshold '" + threshold.text()
                            + "' needs --rate: without a rate, latency only reflects the length of the queue");
                });
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
        return trials.design()
                .arms(
                        service.isForeign()
                                ? List.of(new Factors(factors).rate(bytesPerRecord))
                                : raw
                                        ? new Factors(factors).ofPreparedBatches()
                                        : new Factors(factors).all(bytesPerRecord),
                        factors.base());
    }

    /** The prepared batches of all arms are kept in memory; with fewer of them, they are just repeated sooner. */
    private long maxPayloadBytes() {
        if (!raw) {
            return Long.MAX_VALUE;
        }
        long share = Runtime.getRuntime().maxMemory() / 4 / arms(100).size();
        return Math.max(Payload.STRETCH_BYTES, Math.min(MAX_RAW_PAYLOAD_BYTES, share));
    }
}
