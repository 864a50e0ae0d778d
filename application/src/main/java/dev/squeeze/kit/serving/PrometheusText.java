package dev.squeeze.kit.serving;

import java.util.LinkedHashMap;
import java.util.Map;

/** Figures in the text format of Prometheus, version 0.0.4. Not safe for several threads. */
public final class PrometheusText {
    /** Of the answer. */
    public static final String CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8";

    private static final double EXACT_BELOW = 1e15;

    private final String prefix;
    private final StringBuilder text = new StringBuilder();

    /** @param prefix of all names, such as {@code squeeze_watch_} */
    public PrometheusText(String prefix) {
        this.prefix = prefix;
    }

    /** A figure of its own that goes up and down. */
    public void gauge(String name, String help, double value) {
        begin(name, "gauge", help);
        line(name, value);
    }

    /** A figure of its own that only grows. */
    public void counter(String name, String help, double value) {
        begin(name, "counter", help);
        line(name, value);
    }

    /** The head of a metric, whose lines follow. */
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
     * A line of the metric that was begun last.
     *
     * @param series name, with labels in braces where it has some
     * @param value NaN stands for what is not known
     */
    public void line(String series, double value) {
        text.append(prefix).append(series).append(' ').append(number(value)).append('\n');
    }

    /**
     * A name with labels.
     *
     * @param labels names and values in turn; values may hold anything
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
