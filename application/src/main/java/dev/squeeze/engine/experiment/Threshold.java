package dev.squeeze.engine.experiment;

import dev.squeeze.kit.unit.Percent;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A requirement for a metric, in k6's notation: {@code p99<20ms}, {@code records-per-second>100000}, {@code ratio>=4}.
 *
 * @param text as written by the user
 * @param metric the metric it applies to
 * @param comparison the operator
 * @param bound in the metric's unit; for a change, relative to the earlier value
 * @param ofChange whether it applies to the change since an earlier run: {@code records/s>-5%}
 */
public record Threshold(String text, Metric metric, Comparison comparison, double bound, boolean ofChange) {
    private static final Pattern TEXT =
            Pattern.compile("\\s*([a-z0-9./-]+)\\s*(<=|>=|<|>)\\s*([+-]?)(\\d+(?:\\.\\d+)?)\\s*([a-zA-Z/%]*)\\s*");

    /** A requirement for the value itself. */
    public Threshold(String text, Metric metric, Comparison comparison, double bound) {
        this(text, metric, comparison, bound, false);
    }

    /** Short names; percentiles without a prefix refer to the time to acknowledgement. */
    private static final Map<String, Metric> SHORT = Map.of(
            "records/s", Metric.RECORDS_PER_SECOND,
            "p50", Metric.ACK_P50,
            "p95", Metric.ACK_P95,
            "p99", Metric.ACK_P99,
            "p99.9", Metric.ACK_P999,
            "max", Metric.ACK_MAX);

    /** How a value is compared with the bound. */
    public enum Comparison {
        LESS("<"),
        AT_MOST("<="),
        MORE(">"),
        AT_LEAST(">=");

        private final String sign;

        Comparison(String sign) {
            this.sign = sign;
        }
    }

    /**
     * Parses a threshold.
     *
     * @throws IllegalArgumentException with a message that shows what is possible
     */
    public static Threshold parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "not a threshold: '" + text
                            + "' (write 'p99<20ms', 'records/s>100000' or 'broker-cpu<3'; with --baseline also 'records/s>-5%')");
        }
        String name = matcher.group(1);
        Metric metric = Optional.ofNullable(SHORT.get(name))
                .or(() -> Metric.withKey(name))
                .orElseThrow(() -> new IllegalArgumentException("no metric is called '" + name
                        + "' (p50, p95, p99, p99.9, max, or one of the keys under \"metrics\" in the JSON document)"));
        Comparison comparison = null;
        for (Comparison one : Comparison.values()) {
            if (one.sign.equals(matcher.group(2))) {
                comparison = one;
            }
        }
        if (comparison == null) {
            throw new IllegalArgumentException("not a comparison: '" + matcher.group(2) + "'");
        }
        double number = Double.parseDouble(matcher.group(4));
        String sign = matcher.group(3);
        if (sign.isEmpty()) {
            return new Threshold(text.strip(), metric, comparison, bound(number, matcher.group(5), metric, text));
        }
        if (!matcher.group(5).equals("%")) {
            throw new IllegalArgumentException(
                    "not a threshold: '" + text
                            + "': a value with a sign is a change since --baseline, in percent (write 'p99<20ms' or 'p99<+10%')");
        }
        if (sign.equals("-") && number >= 100) {
            throw new IllegalArgumentException("a change must be above -100%, got -" + new Percent(number) + ": '"
                    + text.strip() + "' (no figure can fall that far)");
        }
        return new Threshold(text.strip(), metric, comparison, (sign.equals("-") ? -number : number) / 100, true);
    }

    private static double bound(double number, String unit, Metric metric, String text) {
        String lower = unit.toLowerCase(Locale.ROOT);
        if (lower.isEmpty() || lower.equals(metric.unit().toLowerCase(Locale.ROOT))) {
            return number;
        }
        if (metric.unit().equals("ms") && lower.equals("s")) {
            return number * 1_000;
        }
        if (metric.unit().equals("ms") && lower.equals("us")) {
            return number / 1_000;
        }
        if (metric.unit().equals("share") && lower.equals("%")) {
            return number / 100;
        }
        throw new IllegalArgumentException(
                "the unit of " + metric.key() + " is " + metric.unit() + ", not " + unit + ": '" + text + "'");
    }

    /** Whether a value meets the threshold. */
    public boolean isMetBy(double value) {
        return switch (comparison) {
            case LESS -> value < bound;
            case AT_MOST -> value <= bound;
            case MORE -> value > bound;
            case AT_LEAST -> value >= bound;
        };
    }
}
