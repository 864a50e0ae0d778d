package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What a live run comes to: one sentence, a few figures, and what went wrong. */
final class BenchVerdict {
    private static final int MAX_TILES = 6;

    private final BenchResult result;
    private final List<ArmInfo> arms;

    BenchVerdict(BenchResult result) {
        this.result = result;
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
                .orElse("No arm was measured to its end.");
    }

    private Optional<ArmInfo> highest(Metric metric) {
        return arms.stream()
                .filter(arm -> arm.metric(metric).isPresent())
                .max(Comparator.comparingDouble(
                        arm -> arm.metric(metric).orElseThrow().estimate()));
    }

    private static String searched(SearchInfo search) {
        return say(
                "%s sustains the highest rate: %,.0f records/s%s%s.",
                search.arm(),
                search.sustainedRecordsPerSecond().orElseThrow(),
                search.complete() ? "" : ", not confirmed",
                search.limit().map(limit -> ", limited by " + limit.part()).orElse(""));
    }

    /** Where batches are not visible. */
    private String fastest(ArmInfo arm) {
        return arm.label() + (arms.size() > 1 ? " reaches the highest throughput:" : ":") + records(arm) + ".";
    }

    /** The arm that stores the fewest bytes, and what that costs against the baseline. */
    private String compared(ArmInfo densest) {
        String ratio = new Ratio(densest.metric(Metric.RATIO).orElseThrow().estimate()).toString();
        List<String> clauses = new ArrayList<>();
        List<String> alike = new ArrayList<>();
        compare(densest, Metric.RECORDS_PER_SECOND, "records/s", clauses, alike);
        compare(densest, Metric.PRODUCER_CPU, "producer CPU", clauses, alike);
        if (!alike.isEmpty()) {
            clauses.add("no difference in " + String.join(" or ", alike) + " was detected");
        }
        return densest.label() + " stores the fewest bytes, " + ratio + " in the log"
                + (clauses.isEmpty()
                        ? (records(densest).isEmpty() ? "" : " at" + records(densest))
                        : "; compared with " + result.comparisons().get(0).baseline() + ": "
                                + String.join(", ", clauses))
                + ".";
    }

    private static String records(ArmInfo arm) {
        return arm.metric(Metric.RECORDS_PER_SECOND)
                .map(metric -> say(" %,.0f records/s", metric.estimate()))
                .orElse("");
    }

    private void compare(ArmInfo arm, Metric metric, String words, List<String> clauses, List<String> alike) {
        result.comparisons().stream()
                .filter(comparison -> comparison.arm().equals(arm.label())
                        && comparison.metric().equals(metric.key()))
                .findFirst()
                .ifPresent(comparison -> {
                    if (comparison.difference()) {
                        clauses.add(say(
                                "%.2f times the %s (%.2f to %.2f)",
                                comparison.ratio(), words, comparison.low(), comparison.high()));
                    } else {
                        alike.add(words);
                    }
                });
    }

    List<PageParts.Tile> tiles() {
        return arms.stream().limit(MAX_TILES).map(BenchVerdict::tile).toList();
    }

    private static PageParts.Tile tile(ArmInfo arm) {
        Optional<ArmInfo.MetricInfo> rate = arm.metric(Metric.RECORDS_PER_SECOND);
        String ratio = arm.metric(Metric.RATIO)
                .map(metric -> new Ratio(metric.estimate()) + " in the log")
                .orElse("");
        return new PageParts.Tile(
                arm.label() + ", records/s",
                rate.map(metric -> Figures.number(metric.estimate())).orElse("-"),
                rate.filter(metric -> metric.relativeHalfWidth().isPresent())
                                .map(metric -> Figures.percent(
                                                metric.relativeHalfWidth().getAsDouble()) + "; ")
                                .orElse("")
                        + ratio);
    }

    /** Where it ran, how often, and what was verified. */
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
                        : say(
                                ", %,d counted rounds, each arm in each of them",
                                result.plan().rounds()),
                onlyAnswers ? "nothing was read back" : "everything that was acknowledged was read back");
    }

    /** Why figures are missing or not as demanded. */
    List<String> trouble() {
        List<String> lines = new ArrayList<>();
        result.plan().failure().map(BenchNotes::endedEarly).ifPresent(lines::add);
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
                .forEach(threshold -> lines.add("missed: " + threshold.demand() + " by " + threshold.arm()));
        return lines;
    }
}
