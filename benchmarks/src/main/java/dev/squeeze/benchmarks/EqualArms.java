package dev.squeeze.benchmarks;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.Comparison;
import dev.squeeze.engine.experiment.Experiment;
import dev.squeeze.engine.experiment.ExperimentListener;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.format.Codec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * How often a live experiment reports a difference between equal arms, and how often it detects an arm that really is
 * slower.
 */
@Command(
        name = "equal-arms",
        mixinStandardHelpOptions = true,
        description =
                "Runs short live experiments of two equal arms, then of two arms of which one does more for each record.")
public final class EqualArms implements Callable<Integer> {
    private static final int PARTITIONS = 12;

    @Parameters(paramLabel = "SOURCE", description = "A file, or sample:NAME.")
    String source = "";

    @Option(
            names = "--runs",
            defaultValue = "40",
            description = "Experiments of equal arms (default: ${DEFAULT-VALUE}).")
    int runs;

    @Option(
            names = "--slow-runs",
            defaultValue = "10",
            description = "Experiments in which one arm is slower (default: ${DEFAULT-VALUE}).")
    int slowRuns;

    @Option(names = "--rounds", defaultValue = "12", description = "Rounds of each (default: ${DEFAULT-VALUE}).")
    int rounds;

    @Option(names = "--trial", defaultValue = "700ms", description = "Window of a trial (default: ${DEFAULT-VALUE}).")
    Duration trial = Duration.ofMillis(700);

    @Option(names = "--codec", defaultValue = "gzip", description = "Of both arms (default: ${DEFAULT-VALUE}).")
    String codec = "gzip";

    @Option(
            names = "--slowdown",
            defaultValue = "20",
            description = "How much less the slower arm can send, in per cent (default: ${DEFAULT-VALUE}).")
    double slowdownPercent;

    private final Map<Metric, Integer> falsely = new EnumMap<>(Metric.class);

    public static void main(String[] args) {
        System.exit(CommandLines.run(new EqualArms(), args));
    }

    @Override
    public Integer call() {
        Payload payload = Payload.of(SourceRecords.draw(
                source, List.of(Payload.STRETCH_BYTES), Runtime.getRuntime().availableProcessors()));
        try (EmbeddedCluster brokers = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            LiveCluster cluster = new LiveCluster(brokers, Optional.of(brokers::usage), brokers::requireAlive);
            experiment(cluster, payload, settings(0), 0, 8);
            slower(cluster, payload, 1e9 / equal(cluster, payload));
        }
        return 0;
    }

    /** @return records/s that an arm reached, median of all runs */
    private double equal(LiveCluster cluster, Payload payload) {
        if (runs < 1) {
            throw new IllegalArgumentException(
                    "--runs " + runs + ": at least 1, by which the slower arm is measured out");
        }
        int different = 0;
        List<Double> recordsPerSecond = new ArrayList<>();
        for (int run = 1; run <= runs; run++) {
            Experiment experiment = experiment(cluster, payload, settings(0), run, rounds);
            if (experiment.comparisons().isEmpty()) {
                throw new IllegalStateException("run " + run + " has no valid comparison: "
                        + experiment.arms().stream()
                                .map(arm -> arm.problems().toString())
                                .toList());
            }
            recordsPerSecond.add(
                    experiment.arms().get(0).estimate(Metric.RECORDS_PER_SECOND).orElseThrow());
            List<Comparison> found = experiment.comparisons().stream()
                    .filter(comparison -> comparison.paired().isDifference())
                    .toList();
            found.forEach(comparison -> falsely.merge(comparison.metric(), 1, Integer::sum));
            different += found.isEmpty() ? 0 : 1;
            System.err.printf("equal arms, run %d: %d with a difference so far%n", run, different);
        }
        System.out.printf("equal arms: a difference in %d of %d runs %s%n", different, runs, keys(falsely));
        Collections.sort(recordsPerSecond);
        return recordsPerSecond.get(recordsPerSecond.size() / 2);
    }

    private void slower(LiveCluster cluster, Payload payload, double nanosPerRecord) {
        long spinNanos = Math.round(nanosPerRecord * (1 / (1 - slowdownPercent / 100) - 1));
        int foundRuns = 0;
        for (int run = 1; run <= slowRuns; run++) {
            Optional<Comparison> throughput =
                    experiment(cluster, payload, settings(spinNanos), 1_000 + run, rounds).comparisons().stream()
                            .filter(comparison -> comparison.metric() == Metric.RECORDS_PER_SECOND)
                            .findFirst();
            boolean found = throughput.isPresent()
                    && throughput.get().paired().isDifference()
                    && throughput.get().paired().ratio().estimate() < 1;
            foundRuns += found ? 1 : 0;
            throughput.ifPresent(comparison -> System.err.printf(
                    "slower arm: %.3f (%.3f to %.3f)%n",
                    comparison.paired().ratio().estimate(),
                    comparison.paired().ratio().low(),
                    comparison.paired().ratio().high()));
        }
        System.out.printf(
                "an arm that is %.0f %% slower (%d ns more for each record): found in %d of %d runs%n",
                slowdownPercent, spinNanos, foundRuns, slowRuns);
    }

    private Experiment experiment(LiveCluster cluster, Payload payload, LoadSettings second, int run, int roundCount) {
        List<Arm> arms = List.of(new Arm("first", Map.of(), settings(0)), new Arm("second", Map.of(), second));
        ExperimentPlan plan = new ExperimentPlan(
                new TrialPlan(Duration.ofMillis(300), trial, Duration.ofSeconds(30), false),
                Duration.ofMinutes(10),
                OptionalInt.of(roundCount),
                Duration.ofMillis(run == 0 ? 15_000 : 1_000),
                false,
                run,
                "equal-" + run);
        Experiment experiment =
                new Experiment(LoadTarget.of(cluster), arm -> payload, arms, plan, ExperimentListener.SILENT);
        experiment.run();
        experiment.failure().ifPresent(failure -> {
            throw failure;
        });
        return experiment;
    }

    /** @param spinNanos work added to each record in the application's thread */
    private LoadSettings settings(long spinNanos) {
        Map<String, String> properties = ClientSetup.properties(Codec.parse(codec));
        if (spinNanos > 0) {
            properties.put("interceptor.classes", SpinningInterceptor.class.getName());
            properties.put(SpinningInterceptor.NANOS, String.valueOf(spinNanos));
        }
        return new LoadSettings(
                properties,
                1,
                1,
                1,
                PARTITIONS,
                1,
                Map.of(),
                new LoadProfile.ClosedLoop(),
                ConsumerSettings.one(ConsumerSettings.When.AFTER));
    }

    private static Map<String, Integer> keys(Map<Metric, Integer> counts) {
        Map<String, Integer> named = new TreeMap<>();
        counts.forEach((metric, count) -> named.put(metric.key(), count));
        return named;
    }
}
