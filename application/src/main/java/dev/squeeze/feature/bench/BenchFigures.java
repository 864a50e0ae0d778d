package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.kit.document.Figure;
import dev.squeeze.kit.document.Observed;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;

/** The figures of a benchmark, by arm and {@link Metric}. */
public final class BenchFigures {
    private BenchFigures() {}

    /** Metrics with their units. */
    public static Map<String, String> units() {
        return Arrays.stream(Metric.values())
                .collect(Collectors.toMap(Metric::key, Metric::unit, (unit, other) -> unit, TreeMap::new));
    }

    static List<Figure> of(List<ArmInfo> arms, List<SearchInfo> searches) {
        List<Figure> figures = new ArrayList<>();
        for (ArmInfo arm : arms) {
            if (arm.valid()) {
                Figure.Collector ofArm = new Figure.Collector(arm.label(), arm.label());
                for (Metric metric : Metric.values()) {
                    ofArm.add(metric.key(), words(metric), arm.metric(metric).map(BenchFigures::observed));
                }
                figures.addAll(ofArm.figures());
            }
        }
        searches.forEach(search -> figures.addAll(ofSearch(search)));
        return figures;
    }

    /** Title of a metric, with its unit unless the title has one. */
    static String words(Metric metric) {
        return metric.title() + (metric.title().contains("/s") ? "" : ", " + metric.unit());
    }

    private static Observed observed(ArmInfo.MetricInfo metric) {
        Optional<ConfidenceInterval> interval =
                metric.low().isPresent() && metric.high().isPresent()
                        ? Optional.of(new ConfidenceInterval(
                                metric.estimate(),
                                Math.min(metric.estimate(), metric.low().getAsDouble()),
                                Math.max(metric.estimate(), metric.high().getAsDouble()),
                                Math.max(1, metric.n()),
                                false))
                        : Optional.empty();
        return new Observed(metric.estimate(), interval, metric.rounds());
    }

    /** Figures other than the rate come from a single trial and have no interval. */
    private static List<Figure> ofSearch(SearchInfo search) {
        if (!search.problems().isEmpty()
                || !search.complete()
                || search.sustainedRecordsPerSecond().isEmpty()) {
            return List.of();
        }
        Figure.Collector figures = new Figure.Collector(search.arm(), search.arm());
        for (Metric metric : Metric.values()) {
            figures.add(
                    metric.key(),
                    metric == Metric.RECORDS_PER_SECOND ? "highest sustained records/s" : words(metric),
                    metric == Metric.RECORDS_PER_SECOND
                            ? Optional.of(sustained(search))
                            : Optional.ofNullable(search.metrics().get(metric.key()))
                                    .map(Observed::single));
        }
        return figures.figures();
    }

    /** The interval reaches from the sustained rate to the failed one; trials that contradict these widen it. */
    private static Observed sustained(SearchInfo search) {
        double held = search.sustainedRecordsPerSecond().orElseThrow();
        if (search.failedRecordsPerSecond().isEmpty()) {
            return Observed.single(held);
        }
        double low = rates(search, false).min().orElse(held);
        double high = rates(search, true).max().orElse(held);
        return Observed.of(new ConfidenceInterval(
                held,
                Math.min(held, low),
                Math.max(search.failedRecordsPerSecond().getAsDouble(), high),
                search.steps().size(),
                false));
    }

    private static DoubleStream rates(SearchInfo search, boolean sustained) {
        return search.steps().stream()
                .filter(step -> step.sustained() == sustained)
                .mapToDouble(SearchInfo.StepInfo::recordsPerSecond);
    }
}
