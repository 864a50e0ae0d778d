package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The verdict on a benchmark: one sentence, a few figures, and what went wrong. */
final class BenchVerdict {
    private static final int MAX_TILES = 6;

    private final BenchResult result;
    private final BenchPrecision precision;
    private final List<ArmInfo> arms;

    BenchVerdict(BenchResult result) {
        this.result = result;
        this.precision = new BenchPrecision(result);
        this.arms = result.arms().stream().filter(ArmInfo::valid).toList();
    }

    String sentence() {
        Optional<SearchInfo> highest = result.searches().stream()
                .filter(search -> search.problems().isEmpty()
                        && search.sustainedRecordsPerSecond().isPresent())
                .max(Comparator.comparingDouble(
                        search -> search.sustainedRecordsPerSecond().orElseThrow()));
        if (highest.isPresent()) {
            return searched(highest.get());
        }
        if (!result.searches().isEmpty()) {
            return "No sustained rate was found.";
        }
        if (arms.isEmpty()) {
            return "No arm has a valid result.";
        }
        return highest(Metric.RATIO)
                .map(this::compared)
                .or(() -> highest(Metric.RECORDS_PER_SECOND).map(this::fastest))
                .orElse("No arm was measured completely.");
    }

    private Optional<ArmInfo> highest(Metric metric) {
        return arms.stream()
                .filter(arm -> arm.metric(metric).isPresent())
                .max(Comparator.comparingDouble(
                        arm -> arm.metric(metric).orElseThrow().estimate()));
    }

    private String searched(SearchInfo search) {
        long disturbed = search.steps().stream()
                .filter(SearchInfo.StepInfo::wasDisturbed)
                .count();
        return say(
                "%s sustains the highest rate: %s records/s%s%s%s%s.",
                search.arm(),
                rate(search.sustainedRecordsPerSecond().orElseThrow()),
                search.failedRecordsPerSecond().isPresent()
                        ? " (" + rate(search.failedRecordsPerSecond().getAsDouble()) + " failed)"
                        : " (no higher rate was tried)",
                search.complete() ? "" : ", not confirmed",
                search.limit().map(limit -> ", limited by " + limit.part()).orElse(""),
                disturbed == 0
                        ? ""
                        : say(
                                "; other work disturbed %,d of its %,d trials",
                                disturbed, search.steps().size()));
    }

    /** The p99 of the arms with a rate; in a closed loop, latency only reflects the length of the queue. */
    Optional<String> latency() {
        List<String> words = arms.stream()
                .filter(arm -> arm.settings().rateRecordsPerSecond().isPresent())
                .flatMap(arm -> arm
                        .metric(Metric.ACK_P99)
                        .map(metric -> arm.label() + " " + precision.of(Metric.ACK_P99, metric, "%,.1f") + " ms")
                        .stream())
                .toList();
        return words.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", words));
    }

    /** Three digits, since a search finds a rate to within its bracket of a few percent. */
    private String rate(double recordsPerSecond) {
        return precision.searched(recordsPerSecond);
    }

    /** The sentence for a target whose batches are not visible. */
    private String fastest(ArmInfo arm) {
        return arm.label() + (arms.size() > 1 ? " reaches the highest throughput:" : ":") + records(arm) + ".";
    }

    /** The arm that stores the fewest bytes, and what it costs compared with the baseline. */
    private String compared(ArmInfo densest) {
        String ratio = ratio(densest).orElseThrow();
        List<String> clauses = new ArrayList<>();
        Map<ComparisonInfo.Outcome, List<String>> others = new EnumMap<>(ComparisonInfo.Outcome.class);
        compare(densest, Metric.RECORDS_PER_SECOND, "records/s", clauses, others);
        compare(densest, Metric.PRODUCER_CPU, "producer CPU", clauses, others);
        others.forEach((outcome, figures) -> clauses.add(others(outcome, String.join(" or ", figures))));
        return densest.label() + " stores the fewest bytes, " + ratio + " in the log"
                + (clauses.isEmpty()
                        ? (records(densest).isEmpty() ? "" : " at" + records(densest))
                        : "; compared with " + result.comparisons().get(0).baseline() + ": "
                                + String.join(", ", clauses))
                + ".";
    }

    private Optional<String> ratio(ArmInfo arm) {
        return arm.metric(Metric.RATIO).map(metric -> precision.of(Metric.RATIO, metric, "%.2fx"));
    }

    private static String others(ComparisonInfo.Outcome outcome, String figures) {
        return switch (outcome) {
            case BELOW_MIN_EFFECT -> "no difference in " + figures + " above --min-effect";
            case INCONCLUSIVE -> "inconclusive for " + figures + " (too few or too different rounds)";
            default -> "no difference in " + figures + " was detected";
        };
    }

    private String records(ArmInfo arm) {
        return arm.metric(Metric.RECORDS_PER_SECOND)
                .map(metric -> {
                    String rate = precision.of(Metric.RECORDS_PER_SECOND, metric, "%,.0f");
                    return rate.equals(Figures.UNKNOWN) ? " an unknown rate" : " " + rate + " records/s";
                })
                .orElse("");
    }

    private void compare(
            ArmInfo arm,
            Metric metric,
            String words,
            List<String> clauses,
            Map<ComparisonInfo.Outcome, List<String>> others) {
        result.comparisons().stream()
                .filter(comparison -> comparison.arm().equals(arm.label())
                        && comparison.metric().equals(metric.key()))
                .findFirst()
                .ifPresent(comparison -> {
                    ComparisonInfo.Outcome outcome = comparison.outcome(result.minEffect());
                    if (outcome == ComparisonInfo.Outcome.DIFFERENT) {
                        String times = comparison.isTooWide()
                                ? (comparison.ratio() > 1 ? "more than the " : "less than the ") + words
                                : BenchTables.times(comparison) + " times the " + words;
                        clauses.add(times + " (" + BenchTables.interval(comparison) + ")");
                    } else {
                        others.computeIfAbsent(outcome, any -> new ArrayList<>())
                                .add(words);
                    }
                });
    }

    /** The baseline, the arm of the headline, and as many others as fit. */
    List<PageParts.Tile> tiles() {
        List<ArmInfo> shown = new ArrayList<>(arms.stream().limit(MAX_TILES).toList());
        highest(Metric.RATIO)
                .or(() -> highest(Metric.RECORDS_PER_SECOND))
                .filter(best -> !shown.contains(best))
                .ifPresent(best -> shown.set(MAX_TILES - 1, best));
        return shown.stream().map(this::tile).toList();
    }

    private PageParts.Tile tile(ArmInfo arm) {
        Optional<ArmInfo.MetricInfo> rate = arm.metric(Metric.RECORDS_PER_SECOND);
        String ratio = ratio(arm).map(known -> known + " in the log").orElse("");
        return new PageParts.Tile(
                arm.label() + ", records/s",
                rate.map(metric -> precision.of(Metric.RECORDS_PER_SECOND, metric, "%,.0f"))
                        .orElse("-"),
                rate.filter(metric -> metric.relativeHalfWidth().isPresent())
                                .map(metric -> Figures.percent(
                                                metric.relativeHalfWidth().getAsDouble()) + "; ")
                                .orElse("")
                        + ratio);
    }

    /** Whether the figures can be compared; absent if that is unknown. */
    Optional<Block.Band> band() {
        return result.trust()
                .map(trust -> new Block.Band(
                        switch (trust.level()) {
                            case COMPARABLE -> Block.Tone.GOOD;
                            case WITH_CARE -> Block.Tone.CAREFUL;
                            case NOT_COMPARABLE -> Block.Tone.BAD;
                        },
                        trust.sentence()));
    }

    /** The target, the number of rounds, and what was verified. */
    String basis() {
        boolean onlyAnswers =
                result.cluster().service().filter(service -> !service.own()).isPresent();
        return say(
                "%s%s; %s. Intervals are at 95 %%.",
                onlyAnswers
                        ? "A service over HTTP"
                        : result.cluster().embedded() ? "Brokers on this machine" : "The user's cluster",
                result.plan().rounds() == 0
                        ? ""
                        : say(", %s of all arms", Figures.count(result.plan().rounds(), "counted round")),
                onlyAnswers ? "records were not read back" : "all acknowledged records were read back");
    }

    /** Reasons why figures are missing or miss a threshold. */
    List<String> trouble() {
        List<String> lines = new ArrayList<>();
        result.plan().failure().map(BenchNotes::endedEarly).ifPresent(lines::add);
        result.plan().aborted().map(BenchNotes::aborted).ifPresent(lines::add);
        if (result.plan().interrupted()) {
            lines.add(BenchNotes.INTERRUPTED);
        }
        for (ArmInfo arm : result.arms()) {
            arm.problems().forEach(problem -> lines.add(arm.label() + ": " + problem));
        }
        for (SearchInfo search : result.searches()) {
            search.problems().forEach(problem -> lines.add(search.arm() + ": " + problem));
        }
        result.thresholds().stream()
                .filter(threshold -> !threshold.met())
                .forEach(threshold -> lines.add(threshold.arm() + ": missed " + threshold.demand()
                        + (threshold.value().isEmpty() ? " (" + threshold.absence() + ")" : "")));
        return lines;
    }
}
