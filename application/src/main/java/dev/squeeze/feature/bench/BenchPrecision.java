package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.kit.document.Figures;
import java.util.EnumSet;
import java.util.Set;

/**
 * Number of digits with which the figures of a benchmark are shown: as many as their interval supports, and at most two
 * if the run is not good enough to compare. Figures of the log do not depend on how busy the machine was and keep their
 * digits.
 */
final class BenchPrecision {
    /** Relative half-widths that correspond to two and three digits. */
    private static final double TWO_DIGITS = 0.1;

    private static final double THREE_DIGITS = 0.05;

    private static final Set<Metric> OF_THE_LOG =
            EnumSet.of(Metric.RATIO, Metric.RECORDS_PER_BATCH, Metric.BATCH_BYTES, Metric.DISK_BYTES_PER_RECORD);

    private final boolean comparable;

    BenchPrecision(BenchResult result) {
        this.comparable = result.trust()
                .filter(trust -> trust.level() == ComparabilityInfo.Level.NOT_COMPARABLE)
                .isEmpty();
    }

    /**
     * A metric of an arm.
     *
     * @param format format with the most digits to show, such as {@code %,.2f}
     */
    String of(Metric metric, ArmInfo.MetricInfo figure, String format) {
        return of(metric, figure, format, 1);
    }

    /** @param scale factor from the metric's unit to the one shown */
    String of(Metric metric, ArmInfo.MetricInfo figure, String format, double scale) {
        return Figures.uncertain(format, figure.estimate() * scale, halfWidth(metric, figure));
    }

    private double halfWidth(Metric metric, ArmInfo.MetricInfo figure) {
        boolean ofLog = OF_THE_LOG.contains(metric);
        double own = figure.relativeHalfWidth().orElse(comparable ? 0 : ofLog ? THREE_DIGITS : TWO_DIGITS);
        return comparable || ofLog ? own : Math.max(own, TWO_DIGITS);
    }

    /** Formats a figure of time or speed that has no interval, such as a percentile. */
    String plain(String format, double value) {
        return Figures.uncertain(format, value, comparable ? 0 : TWO_DIGITS);
    }

    /** Formats a metric of a search, which comes from a single trial. */
    String ofSearch(Metric metric, double value, String format) {
        return OF_THE_LOG.contains(metric) && !comparable
                ? Figures.uncertain(format, value, THREE_DIGITS)
                : plain(format, value);
    }

    /** Formats like {@link Figures#number}, with fewer digits if the run is not good enough to compare. */
    String number(double value) {
        return comparable ? Figures.number(value) : Figures.uncertain("%,.3f", value, TWO_DIGITS);
    }

    /** Formats a rate that a search found, which is known to within the bracket of a few percent. */
    String searched(double recordsPerSecond) {
        return Figures.uncertain("%,.0f", recordsPerSecond, comparable ? THREE_DIGITS : TWO_DIGITS);
    }
}
