package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.WarmUpRounds;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.document.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Whether the figures of a benchmark can be compared: how precise they are, whether the machine was busy, and whether
 * the JVMs were warm. Shown directly below the headline.
 *
 * @param level the worst of its reasons
 * @param reasons reasons in words, the worst first
 */
public record ComparabilityInfo(Level level, List<String> reasons) {
    /** Figures count as precise up to this relative half-width. */
    private static final double PRECISE = 0.1;
    /** Beyond this relative half-width, a figure is little more than an order of magnitude. */
    private static final double USELESS = 0.5;

    /**
     * Limits for the share of the cores that other programs used, and for CPU time that the host gave to other
     * machines.
     */
    private static final double BUSY = 0.1;

    private static final double VERY_BUSY = 0.3;
    private static final double STOLEN = 0.05;
    private static final double MUCH_STOLEN = 0.2;

    public ComparabilityInfo {
        reasons = List.copyOf(reasons);
    }

    public enum Level {
        COMPARABLE("Figures can be compared"),
        WITH_CARE("Compare with care"),
        NOT_COMPARABLE("Not good enough to compare");

        private final String words;

        Level(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    private record Finding(Level level, String words) {}

    /**
     * @param cores cores of the machine that ran the load
     * @return empty if nothing was measured yet
     */
    static Optional<ComparabilityInfo> of(
            BenchPlanInfo plan, ClusterInfo cluster, List<ArmInfo> arms, List<SearchInfo> searches, int cores) {
        List<ArmInfo> valid = arms.stream()
                .filter(arm -> arm.valid() && !arm.metrics().isEmpty())
                .toList();
        List<SearchInfo> found = searches.stream()
                .filter(search -> search.problems().isEmpty() && !search.steps().isEmpty())
                .toList();
        if (valid.isEmpty() && found.isEmpty()) {
            return Optional.empty();
        }
        List<Finding> findings = new ArrayList<>();
        if (!found.isEmpty()) {
            findings.addAll(ofSearches(found));
        } else {
            findings.add(precision(plan, valid));
            findings.addAll(machine(cluster, valid, cores));
            findings.add(warmUp(plan, valid));
        }
        if (plan.interrupted() || plan.failure().isPresent()) {
            findings.add(new Finding(Level.WITH_CARE, "the run ended early"));
        }
        Level worst =
                findings.stream().map(Finding::level).max(Level::compareTo).orElse(Level.COMPARABLE);
        return Optional.of(new ComparabilityInfo(
                worst,
                findings.stream()
                        .sorted((one, other) -> other.level().compareTo(one.level()))
                        .map(Finding::words)
                        .toList()));
    }

    /** Level and reasons in one line. */
    String sentence() {
        return level.words() + ": " + String.join("; ", reasons) + ".";
    }

    private static Finding precision(BenchPlanInfo plan, List<ArmInfo> arms) {
        int counted = arms.stream().mapToInt(ArmInfo::rounds).min().orElse(0);
        if (counted < 2) {
            return new Finding(Level.NOT_COMPARABLE, "a single round gives no intervals" + enough(plan, arms.size()));
        }
        List<String> known = new ArrayList<>();
        Level level = Level.COMPARABLE;
        for (Metric metric :
                List.of(Metric.RECORDS_PER_SECOND, Metric.PRODUCER_CPU, Metric.SERVICE_CPU, Metric.BROKER_CPU)) {
            OptionalDouble widest = widest(arms, metric);
            if (widest.isPresent()) {
                double half = widest.getAsDouble();
                known.add(metric.title() + " " + Figures.percent(half));
                Level own =
                        half <= PRECISE ? Level.COMPARABLE : half <= USELESS ? Level.WITH_CARE : Level.NOT_COMPARABLE;
                level = own.compareTo(level) > 0 ? own : level;
            }
        }
        String rounds = count(counted, "round");
        if (known.isEmpty()) {
            return new Finding(level, rounds);
        }
        String words = "over " + rounds + (arms.size() > 1 ? " the widest intervals are " : " the intervals are ")
                + String.join(", ", known);
        return new Finding(level, level == Level.COMPARABLE ? words : words + enough(plan, arms.size()));
    }

    private static OptionalDouble widest(List<ArmInfo> arms, Metric metric) {
        return arms.stream()
                .flatMap(arm -> arm.metric(metric).stream())
                .map(ArmInfo.MetricInfo::relativeHalfWidth)
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .max();
    }

    /** Suggests flags for a more precise run. */
    private static String enough(BenchPlanInfo plan, int arms) {
        if (plan.budgetSeconds().isEmpty()) {
            return " (raise --rounds)";
        }
        if (plan.rounds() < 1 || plan.rounds() >= ExperimentPlan.MIN_ROUNDS) {
            return " (raise --rounds or --budget)";
        }
        double perTrial = plan.measuringSeconds() / (arms * (plan.rounds() + 1.0));
        return say(
                " (three rounds of %s take about %,.0f s on this machine: --budget %.0fs)",
                count(arms, "arm"),
                perTrial * arms * (ExperimentPlan.MIN_ROUNDS + 1),
                Math.ceil(perTrial * arms * (ExperimentPlan.MIN_ROUNDS + 1)));
    }

    private static List<Finding> machine(ClusterInfo cluster, List<ArmInfo> arms, int cores) {
        List<Finding> findings = new ArrayList<>();
        // If the user's brokers run on this machine, they count as other programs.
        OptionalDouble others = average(arms, Metric.OTHER_PROGRAMS);
        if (cluster.embedded() && others.isPresent()) {
            double share = others.getAsDouble() / cores;
            findings.add(
                    share > BUSY
                            ? new Finding(
                                    share > VERY_BUSY ? Level.NOT_COMPARABLE : Level.WITH_CARE,
                                    say(
                                            "machine busy: other programs used %.1f of %s",
                                            others.getAsDouble(), count(cores, "core")))
                            : new Finding(Level.COMPARABLE, "machine quiet"));
        }
        average(arms, Metric.STOLEN).ifPresent(stolen -> {
            if (stolen > STOLEN) {
                findings.add(new Finding(
                        stolen > MUCH_STOLEN ? Level.NOT_COMPARABLE : Level.WITH_CARE,
                        say("the host gave %.0f %% of the CPU time to other machines", 100 * stolen)));
            }
        });
        return findings;
    }

    private static OptionalDouble average(List<ArmInfo> arms, Metric metric) {
        return arms.stream()
                .flatMap(arm -> arm.metric(metric).stream())
                .mapToDouble(ArmInfo.MetricInfo::estimate)
                .average();
    }

    private static Finding warmUp(BenchPlanInfo plan, List<ArmInfo> arms) {
        List<List<Double>> rates = arms.stream()
                .filter(arm -> arm.settings().rateRecordsPerSecond().isEmpty())
                .flatMap(arm -> arm.metric(Metric.RECORDS_PER_SECOND).stream())
                .map(ArmInfo.MetricInfo::rounds)
                .toList();
        String leftOut = plan.roundsLeftOut() == 0 ? "" : ", " + count(plan.roundsLeftOut(), "round") + " left out";
        boolean oneLeft = plan.roundsLeftOut() > 0 && arms.stream().allMatch(arm -> arm.rounds() == 1);
        if (oneLeft || WarmUpRounds.stillRising(rates)) {
            return new Finding(Level.NOT_COMPARABLE, "still warming up: records/s rose until the last round" + leftOut);
        }
        long unsettled = arms.stream()
                .filter(arm -> !arm.warmUp().settled() && arm.warmUp().seconds() > 0)
                .count();
        return unsettled > 0
                ? new Finding(
                        Level.WITH_CARE,
                        say("warm-up did not settle for %,d of %s", unsettled, count(arms.size(), "arm")) + leftOut)
                : new Finding(Level.COMPARABLE, "warm-up finished" + leftOut);
    }

    /** A search has no rounds, so it is judged by its trials. */
    private static List<Finding> ofSearches(List<SearchInfo> searches) {
        List<Finding> findings = new ArrayList<>();
        List<SearchInfo.StepInfo> steps =
                searches.stream().flatMap(search -> search.steps().stream()).toList();
        long disturbed =
                steps.stream().filter(SearchInfo.StepInfo::wasDisturbed).count();
        int repeated =
                steps.stream().mapToInt(step -> step.repeated().orElse(0)).sum();
        boolean failedDisturbed = steps.stream().anyMatch(step -> step.wasDisturbed() && !step.sustained());
        String again = repeated == 0 ? "" : " (" + count(repeated, "trial") + " repeated because of it)";
        findings.add(
                disturbed == 0
                        ? new Finding(Level.COMPARABLE, "no counted trial was disturbed by other work" + again)
                        : new Finding(
                                failedDisturbed ? Level.NOT_COMPARABLE : Level.WITH_CARE,
                                say(
                                                "%,d of %s ran while other programs used the cores",
                                                disturbed, count(steps.size(), "trial"))
                                        + again));
        for (SearchInfo search : searches) {
            if (!search.complete()) {
                findings.add(new Finding(Level.NOT_COMPARABLE, search.arm() + " was not confirmed"));
            } else if (search.sustainedRecordsPerSecond().orElse(0) * (1 + PRECISE)
                    < search.closedLoopRecordsPerSecond()) {
                findings.add(
                        new Finding(Level.WITH_CARE, search.arm() + " sustains less than its closed loop reached"));
            }
        }
        return findings;
    }
}
