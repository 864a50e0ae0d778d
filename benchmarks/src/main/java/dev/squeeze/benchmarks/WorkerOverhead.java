package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.load.WorkerFleet;
import dev.squeeze.engine.workers.ControlTopics;
import dev.squeeze.engine.workers.Crew;
import dev.squeeze.engine.workers.CrewPlan;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import dev.squeeze.kit.environment.Environment;
import dev.squeeze.kit.stats.PairedComparison;
import java.lang.management.ManagementFactory;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Compares the same load from one worker and from a process that sends without workers, as {@code bench} does, in
 * paired rounds: the effect of sending through a worker. Both are separate processes with the same options, measure
 * contention of their threads, read back and compare what they sent, and have sent for the same time when the window
 * opens. Neither is this process, which communicates with the worker.
 */
@Command(
        name = "workers",
        mixinStandardHelpOptions = true,
        description =
                "Runs the same load on one embedded broker from one 'squeeze worker' and from a process that needs none, both on"
                        + " this machine, in alternating rounds; again with new processes, as each compiles in its own way.")
public final class WorkerOverhead implements Callable<Integer> {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final String GROUP = "overhead";

    @Parameters(paramLabel = "SOURCE", description = "A file, or sample:NAME.")
    String source = "";

    @Mixin
    OverheadLoad load = new OverheadLoad();

    @Option(
            names = "--processes",
            defaultValue = "3",
            description = "So many pairs of processes, one after the other (default: ${DEFAULT-VALUE}).")
    int processes;

    @Option(
            names = "--rounds",
            defaultValue = "5",
            description = "That count, of each pair (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(names = "--warm-up", defaultValue = "5", description = "Rounds before them (default: ${DEFAULT-VALUE}).")
    int warmUp;

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
                "# One worker against none%n%n%s; %s;%n%d pairs of processes, each with %d rounds after %d; seed %d;%n%s%n%n",
                RunHeader.records(source, payload),
                load,
                processes,
                rounds,
                warmUp,
                seed,
                RunHeader.machine(environment));
        PairedRounds<LoadFigures> all = new PairedRounds<>(new ArrayList<>(), new ArrayList<>());
        try (EmbeddedCluster brokers = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            for (int pair = 0; pair < processes; pair++) {
                PairedRounds<LoadFigures> runs = pair(brokers, payload, seed + pair);
                all.ours().addAll(runs.ours());
                all.theirs().addAll(runs.theirs());
            }
        }
        print(all);
        return 0;
    }

    private PairedRounds<LoadFigures> pair(EmbeddedCluster brokers, Payload payload, long coin) throws Exception {
        Path log = Files.createTempFile("squeeze-worker-", ".log");
        try (ChildProgram worker = ChildProgram.start(worker(brokers.bootstrap()), log);
                LoadProcess none = LoadProcess.start(java(without(brokers.bootstrap())))) {
            PairedRounds<LoadFigures> runs = compare(brokers, none, payload, coin);
            if (!worker.isAlive()) {
                throw new IllegalStateException("the worker ended: " + worker.endOfLog());
            }
            return runs;
        } finally {
            Files.deleteIfExists(log);
        }
    }

    private static List<String> worker(String bootstrap) {
        return java(List.of("dev.squeeze.Squeeze", "worker", "--bootstrap-server", bootstrap, "--group", GROUP));
    }

    private List<String> without(String bootstrap) {
        List<String> command = new ArrayList<>(List.of(LoadProcess.class.getName(), source, "--seed", "" + seed));
        command.addAll(load.flags());
        command.addAll(List.of("--bootstrap-server", bootstrap));
        return command;
    }

    /** With the options of this JVM: with a different heap, one would touch new memory for longer than the other. */
    private static List<String> java(List<String> program) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(program);
        return command;
    }

    private PairedRounds<LoadFigures> compare(EmbeddedCluster brokers, LoadProcess none, Payload payload, long coin)
            throws Exception {
        RemoteCluster remote = new RemoteCluster(brokers.bootstrap(), Map.of());
        LoadTarget own = LoadTarget.of(new LiveCluster(remote, Optional.of(brokers::usage), brokers::requireAlive));
        Optional<String> id;
        try (ClusterFacts facts = ClusterFacts.open(remote, TIMEOUT)) {
            id = facts.id();
        }
        CrewPlan plan = new CrewPlan(remote, new ControlTopics(GROUP), 1, TIMEOUT, TIMEOUT);
        try (WorkerFleet fleet = new WorkerFleet(
                Crew.open(plan, () -> false, System.err::println), id, Optional.empty(), System.err::println)) {
            LoadTarget byWorker = own.sentToBy(fleet);
            PairedRounds<LoadFigures> runs = PairedRounds.run(
                    "worker against none",
                    warmUp,
                    rounds,
                    coin,
                    () -> LoadFigures.of(load.trial(byWorker, "overhead-" + trials++, payload)),
                    () -> none.trial("overhead-" + trials++, brokers::usage));
            fleet.incidents().forEach(incident -> System.out.println("! " + incident));
            return runs;
        }
    }

    private static void print(PairedRounds<LoadFigures> runs) {
        Table table = new Table(1, "figure", "one worker", "none", "worker/none", "95 % interval", "different");
        row(table, runs, "records/s", LoadFigures::recordsPerSecond);
        row(table, runs, "ack p50, ms", LoadFigures::acknowledgeMedianMillis);
        row(table, runs, "ack p99, ms", LoadFigures::acknowledge99Millis);
        row(table, runs, "requests/s", LoadFigures::requestsPerSecond);
        row(table, runs, "application CPU, s/GB", LoadFigures::applicationCpu);
        row(table, runs, "producer network CPU, s/GB", LoadFigures::networkCpu);
        row(table, runs, "producer CPU, s/GB", figures -> figures.applicationCpu() + figures.networkCpu());
        row(table, runs, "broker CPU, s/GB", LoadFigures::brokerCpu);
        System.out.print(table.render());
    }

    private static void row(
            Table table, PairedRounds<LoadFigures> runs, String figure, ToDoubleFunction<LoadFigures> value) {
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
}
