package dev.squeeze.kit.serving;

import java.util.LinkedHashMap;
import java.util.Map;

/** Builds metrics in the Prometheus text format, version 0.0.4. Not thread-safe. */
public final class PrometheusText {
    /** Content type of the response. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final double EXACT_BELOW = 1e15;

    private final String prefix;
    private final StringBuilder text = new StringBuilder();

    /** @param prefix of all metric names, such as {@code squeeze_watch_} */
    public PrometheusText(String prefix) {
        this.prefix = prefix;
    }

    /** Adds a gauge without labels. */
    public void gauge(String name, String help, double value) {
        begin(name, "gauge", help);
        line(name, value);
    }

    /** Adds a counter without labels. */
    public void counter(String name, String help, double value) {
        begin(name, "counter", help);
        line(name, value);
    }

    /** Starts a metric, whose lines follow. */
    public void begin(String name, String type, String help) {
        text.append("# HELP ")
                .append(prefix)
                .append(name)
                .append(' ')
                .append(help)
                .append('\n');
        text.append("# TYPE ")
                .append(prefix)
                .append(name)
                .append(' ')
                .append(type)
                .append('\n');
    }

    /**
     * Adds a line to the metric that was started last.
     *
     * @param series name, with labels in braces if it has any
     * @param value NaN if unknown
     */
    public void line(String series, double value) {
        text.append(prefix).append(series).append(' ').append(number(value)).append('\n');
    }

    /**
     * A metric name with labels.
     *
     * @param labels names and values alternating; values may contain any characters
     */
    public static String series(String name, String... labels) {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (int i = 0; i + 1 < labels.length; i += 2) {
            pairs.put(labels[i], labels[i + 1]);
        }
        StringBuilder series = new StringBuilder(name).append('{');
        pairs.forEach((label, value) -> series.append(series.charAt(series.length() - 1) == '{' ? "" : ",")
                .append(label)
                .append("=\"")
                .append(value.replace("\\", "\\\\").replace("\"", "\\\"").replace("\n", "\\n"))
                .append('"'));
        return series.append('}').toString();
    }

    private static String number(double value) {
        if (Double.isNaN(value)) {
            return "NaN";
        }
        if (Double.isInfinite(value)) {
            return value > 0 ? "+Inf" : "-Inf";
        }
        return value == Math.rint(value) && Math.abs(value) < EXACT_BELOW
                ? String.valueOf((long) value)
                : String.valueOf(value);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
