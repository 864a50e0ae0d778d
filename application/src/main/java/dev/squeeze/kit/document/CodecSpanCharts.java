package dev.squeeze.kit.document;

import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.ColumnChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Charts of how a topic's codecs changed over the time of its records. */
public final class CodecSpanCharts {
    private static final long MIN_MIB = 8;

    private CodecSpanCharts() {}

    /** Stored bytes by codec; the codec with the most bytes is at the bottom of every column. */
    public static Element bytes(String title, List<CodecSpan> spans) {
        double most = spans.stream().mapToLong(CodecSpan::storedBytes).max().orElse(1);
        String unit = most >= MIN_MIB * ByteCount.MIB ? "MiB" : "KiB";
        double scale = most >= MIN_MIB * ByteCount.MIB ? ByteCount.MIB : ByteCount.KIB;
        ColumnChart chart = new ColumnChart(
                title,
                "By the newest timestamp of each batch, UTC.",
                "from",
                Axis.linear("stored " + unit, 0, most / scale, value -> Figures.axis(value) + " " + unit));
        DateTimeFormatter form = form(spans);
        List<String> order = order(spans);
        for (CodecSpan span : spans) {
            List<BarChart.Part> parts = new ArrayList<>();
            // In the same order in every column, so that a codec can be followed.
            for (String codec : order) {
                span.codecs().stream()
                        .filter(stored -> stored.codec().equals(codec))
                        .forEach(stored -> parts.add(new BarChart.Part(
                                PageParts.series(codec),
                                stored.storedBytes() / scale,
                                span.from() + ", " + codec + ": " + new ByteCount(stored.storedBytes()))));
            }
            chart.column(new ColumnChart.Column(form.format(span.from()), parts));
        }
        return chart.figure();
    }

    /** Stored bytes per record, which fall when a codec comes into use. */
    public static Element bytesPerRecord(String title, List<CodecSpan> spans) {
        double most = spans.stream()
                .mapToDouble(CodecSpanCharts::bytesPerRecord)
                .max()
                .orElse(1);
        ColumnChart chart = new ColumnChart(
                title,
                "In the colour of the codec with the most bytes; includes batch headers.",
                "from",
                Axis.linear("bytes/record", 0, most, value -> Figures.axis(value) + " B"));
        DateTimeFormatter form = form(spans);
        for (CodecSpan span : spans) {
            double bytes = bytesPerRecord(span);
            String codec = span.codecs().get(0).codec();
            Series series = PageParts.series(codec);
            chart.column(new ColumnChart.Column(
                    form.format(span.from()),
                    List.of(new BarChart.Part(
                            series,
                            bytes,
                            span.from() + ", mostly " + codec + ": " + Figures.number(bytes) + " bytes per record"))));
        }
        return chart.figure();
    }

    private static double bytesPerRecord(CodecSpan span) {
        return (double) span.storedBytes() / Math.max(1, span.records());
    }

    private static List<String> order(List<CodecSpan> spans) {
        Map<String, Long> bytes = new TreeMap<>();
        spans.forEach(
                span -> span.codecs().forEach(stored -> bytes.merge(stored.codec(), stored.storedBytes(), Long::sum)));
        return bytes.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                .map(Map.Entry::getKey)
                .toList();
    }

    private static DateTimeFormatter form(List<CodecSpan> spans) {
        Instant first = spans.get(0).from();
        Instant last = spans.get(spans.size() - 1).from();
        Duration all = Duration.between(first, last);
        String pattern = all.toDays() >= 3 ? "yyyy-MM-dd" : all.toMinutes() >= 20 ? "MM-dd HH:mm" : "HH:mm:ss";
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    /** The same as a table with one row per span. */
    public static TextTable table(List<CodecSpan> spans) {
        TextTable table = new TextTable(1).row("from", "span", "stored", "bytes/record", "codecs by bytes");
        for (CodecSpan span : spans) {
            table.row(
                    span.from().toString(),
                    DurationText.roughly(span.seconds()),
                    new ByteCount(span.storedBytes()).toString(),
                    Figures.number((double) span.storedBytes() / Math.max(1, span.records())),
                    span.codecs().stream()
                            .map(codec -> codec.codec() + " "
                                    + String.format(
                                            Locale.ROOT, "%.1f %%", 100.0 * codec.storedBytes() / span.storedBytes()))
                            .collect(Collectors.joining(", ")));
        }
        return table;
    }
}
