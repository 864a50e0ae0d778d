package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.ClientRole;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.load.Trial;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.engine.load.WorkerFleet;
import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.engine.workers.Crew;
import dev.squeeze.engine.workers.CrewPlan;
import dev.squeeze.kit.cluster.BrokerUsage;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.environment.ThreadUsage;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.broker.BrokerRole;
import dev.squeeze.kit.stats.PairedComparison;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.ToDoubleFunction;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The same load from this process and from one worker, in paired rounds: what sending through a worker changes. */
@Command(
        name = "workers",
        mixinStandardHelpOptions = true,
        description =
                "Runs the same load on one embedded broker from this process and from one 'squeeze worker', a process of its"
                        + " own on this machine, in alternating rounds.")
public final class WorkerOverhead implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String GROUP = "overhead";

    @Parameters(paramLabel = "SOURCE", description = "A file, or sample:NAME.")
    String source = "";

    @Option(names = "--rate", defaultValue = "0", description = "Records/s; 0 for a closed loop (default: 0).")
    double rate;

    @Option(names = "--codec", defaultValue = "zstd:3")
    String codec = "";

    @Option(names = "--rounds", defaultValue = "12", description = "That count (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(names = "--warm-up", defaultValue = "4", description = "Rounds before them (default: ${DEFAULT-VALUE}).")
    int warmUp;

    @Option(names = "--trial", defaultValue = "2s", description = "Window of a trial (default: ${DEFAULT-VALUE}).")
    Duration trial = Duration.ofSeconds(2);

    @Option(names = "--seed", defaultValue = "1")
    long seed;

    private int trials;

    public static void main(String[] args) {
        System.exit(CommandLines.run(new WorkerOverhead(), args));
    }

    @Override
    public Integer call() throws Exception {
        Environment environment = Environment.current();
        Payload payload = SourceRecords.payload(source, seed, environment.cores());
        System.out.printf(
                "# One worker against none%n%n%s; %s, %s; %d rounds of %.1f s after %d; seed %d;%n%s%n%n",
                RunHeader.records(source, payload),
                codec,
                rate > 0 ? rate + " records/s" : "closed loop",
                rounds,
                trial.toMillis() / 1e3,
                warmUp,
                seed,
                RunHeader.machine(environment));
        Path log = Files.createTempFile("squeeze-worker-", ".log");
        try (EmbeddedCluster brokers = EmbeddedCluster.start(ClusterOptions.temporary(1));
                ChildProgram worker = ChildProgram.start(command(brokers.bootstrap()), log)) {
            RemoteCluster remote = new RemoteCluster(brokers.bootstrap(), Map.of());
            LiveCluster cluster = new LiveCluster(remote, Optional.of(brokers::usage), brokers::requireAlive);
            compare(LoadTarget.of(cluster), remote, payload);
            if (!worker.isAlive()) {
                throw new IllegalStateException("the worker ended: " + worker.endOfLog());
            }
        } finally {
            Files.deleteIfExists(log);
        }
        return 0;
    }

    private static List<String> command(String bootstrap) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-XX:+UseParallelGC", "-XX:NewRatio=1", "-Xmx1g"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.squeeze.Squeeze", "worker"));
        command.addAll(List.of("--bootstrap-server", bootstrap, "--group", GROUP));
        return command;
    }

    private void compare(LoadTarget own, RemoteCluster remote, Payload payload) throws Exception {
        Optional<String> id;
        try (ClusterFacts facts = ClusterFacts.open(remote, TIMEOUT)) {
            id = facts.id();
        }
        CrewPlan plan = new CrewPlan(remote, new ControlTopics(GROUP), 1, TIMEOUT, TIMEOUT);
        try (WorkerFleet fleet = new WorkerFleet(
                Crew.open(plan, () -> false, System.err::println), id, Optional.empty(), System.err::println)) {
            LoadTarget byWorker = own.sentToBy(fleet);
            PairedRounds<TrialResult> runs = PairedRounds.run(
                    "worker against none",
                    warmUp,
                    rounds,
                    seed,
                    () -> trial(byWorker, payload),
                    () -> trial(own, payload));
            print(runs);
            fleet.incidents().forEach(incident -> System.out.println("! " + incident));
        }
    }

    private TrialResult trial(LoadTarget target, Payload payload) {
        TrialResult result = Trial.run(
                target,
                "overhead-" + trials++,
                settings(),
                payload,
                new TrialPlan(Duration.ofMillis(500), trial, TIMEOUT, false),
                () -> false);
        if (!result.isValid()) {
            throw new IllegalStateException(String.join("; ", result.problems()));
        }
        return result;
    }

    private LoadSettings settings() {
        return new LoadSettings(
                ClientSetup.properties(Codec.parse(codec)),
                1,
                1,
                1,
                12,
                1,
                Map.of(),
                rate > 0 ? new LoadProfile.OpenLoop(rate) : new LoadProfile.ClosedLoop(),
                ConsumerSettings.one(ConsumerSettings.When.NEVER));
    }

    private static void print(PairedRounds<TrialResult> runs) {
        Table table = new Table(1, "figure", "one worker", "none", "worker/none", "95 % interval", "different");
        row(
                table,
                runs,
                "records/s",
                result -> result.window().records() / result.window().seconds());
        row(table, runs, "ack p50, ms", result -> millis(result, 50));
        row(table, runs, "ack p99, ms", result -> millis(result, 99));
        row(table, runs, "producer CPU, s/GB", WorkerOverhead::producerCpu);
        row(table, runs, "broker CPU, s/GB", WorkerOverhead::brokerCpu);
        System.out.print(table.render());
    }

    private static void row(
            Table table, PairedRounds<TrialResult> runs, String figure, ToDoubleFunction<TrialResult> value) {
        double[] ours = runs.ours().stream().mapToDouble(value).toArray();
        double[] none = runs.theirs().stream().mapToDouble(value).toArray();
        PairedComparison compared = PairedComparison.of(ours, none, 1);
        table.row(
                figure,
                Table.number("%,.3f", mean(ours)),
                Table.number("%,.3f", mean(none)),
                Table.number("%.3f", compared.ratio().estimate()),
                Table.number(
                        "%.3f to %.3f", compared.ratio().low(), compared.ratio().high()),
                compared.isDifference() ? "yes" : "no");
    }

    private static double mean(double[] values) {
        return Arrays.stream(values).average().orElse(0);
    }

    private static double millis(TrialResult result, double percentile) {
        return result.latencies().acknowledge().getValueAtPercentile(percentile) / 1e6;
    }

    private static double producerCpu(TrialResult result) {
        Map<ClientRole, ThreadUsage> roles = result.window().client().byRole(ClientRole.THREADS);
        long nanos = 0;
        for (ClientRole role : List.of(ClientRole.APPLICATION, ClientRole.PRODUCER_NETWORK)) {
            ThreadUsage usage = roles.get(role);
            nanos += usage == null ? 0 : usage.cpuNanos();
        }
        return nanos / (double) result.window().payloadBytes();
    }

    private static double brokerCpu(TrialResult result) {
        long nanos = 0;
        for (BrokerUsage broker : result.window().brokers().orElse(List.of())) {
            for (BrokerRole role : List.of(BrokerRole.REQUEST_HANDLER, BrokerRole.NETWORK)) {
                ThreadUsage usage = broker.byRole().get(role);
                nanos += usage == null ? 0 : usage.cpuNanos();
            }
        }
        return nanos / (double) result.window().payloadBytes();
    }
}
