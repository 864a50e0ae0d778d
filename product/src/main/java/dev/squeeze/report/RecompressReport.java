package dev.squeeze.report;

import dev.squeeze.copy.RewriteReport;
import dev.squeeze.source.ReadNotice;
import dev.squeeze.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** {@code squeeze recompress} as text and as Markdown. */
final class RecompressReport {
    private RecompressReport() {}

    static String text(RecompressResult result) {
        StringBuilder text = new StringBuilder();
        head(result).forEach(line -> text.append(line).append('\n'));
        text.append('\n').append(table(result.report()).render(""));
        MeasureReport.section(text, "Proof:", proof(result));
        MeasureReport.section(text, "Note:", notes(result));
        return text.append('\n')
                .append(say("%.1f s in all", result.run().elapsedSeconds()))
                .append('\n')
                .toString();
    }

    static String markdown(RecompressResult result) {
        StringBuilder text = new StringBuilder("# squeeze recompress\n\n");
        head(result).forEach(line -> text.append("- ").append(line).append('\n'));
        text.append("\n## Before and after\n\n").append(table(result.report()).markdown());
        MeasureReport.markdownSection(text, "Proof", proof(result));
        MeasureReport.markdownSection(text, "Notes", notes(result));
        return text.append('\n')
                .append(say("%.1f s in all", result.run().elapsedSeconds()))
                .append('\n')
                .toString();
    }

    static String csv(RecompressResult result) {
        RewriteReport report = result.report();
        return say(
                "codec,segments,records,source_bytes,bytes,source_batches,batches,kept_batches,unreadable_batches,kept_bytes%n"
                        + "%s,%d,%d,%d,%d,%d,%d,%d,%d,%d%n",
                result.codec(),
                report.segments(),
                report.records(),
                report.sourceBytes(),
                report.bytes(),
                report.sourceBatches(),
                report.batches(),
                report.keptBatches(),
                report.unreadableBatches(),
                report.keptBytes());
    }

    private static List<String> head(RecompressResult result) {
        RewriteReport report = result.report();
        List<String> lines = new ArrayList<>();
        double saved = 1 - (double) report.bytes() / Math.max(1, report.sourceBytes());
        lines.add(say(
                "%s in %s: %s became %s, %.1f %% %s",
                String.join(" ", result.segments()),
                result.codec(),
                new ByteCount(report.sourceBytes()),
                new ByteCount(report.bytes()),
                100 * Math.abs(saved),
                saved >= 0 ? "less" : "more"));
        lines.add(
                result.inPlace()
                        ? "in place; the originals are in " + result.output()
                        : "in " + result.output() + "; the segments themselves are untouched");
        lines.addAll(ResultHeader.machineLines(result.run().environment()));
        return lines;
    }

    private static TextTable table(RewriteReport report) {
        TextTable table = new TextTable(1).row("", "before", "after", "change");
        table.row(
                "stored bytes",
                say("%,d", report.sourceBytes()),
                say("%,d", report.bytes()),
                Figures.change(report.sourceBytes(), report.bytes()));
        table.row(
                "batches",
                say("%,d", report.sourceBatches()),
                say("%,d", report.batches()),
                Figures.change(report.sourceBatches(), report.batches()));
        table.row(
                "records per batch",
                Figures.number((double) report.records() / Math.max(1, report.sourceBatches())),
                Figures.number((double) report.records() / Math.max(1, report.batches())),
                "");
        return table;
    }

    private static List<String> proof(RecompressResult result) {
        RewriteReport report = result.report();
        List<String> lines = new ArrayList<>();
        lines.add(say(
                "%,d records of %,d segments: each batch was read back and compared with what it was made of, in offset,"
                        + " timestamp, key, value and headers",
                report.records(), report.segments()));
        if (report.keptBatches() + report.keptBytes() > 0) {
            lines.add(say(
                    "taken over byte by byte: %,d batches (markers of transactions, without records, or damaged: %,d) and %,d"
                            + " bytes that are in no batch of format 2",
                    report.keptBatches(), report.unreadableBatches(), report.keptBytes()));
        }
        return lines;
    }

    private static List<String> notes(RecompressResult result) {
        List<String> lines = new ArrayList<>();
        if (result.report().interrupted()) {
            lines.add("Interrupted: the segments counted here are whole, the others are not there.");
        }
        lines.add(
                "Indexes are left out: the broker makes them anew when it starts, which takes a moment for each segment.");
        if (!result.report().notices().isEmpty()) {
            lines.add("What the walk over batches left out was taken over byte by byte:");
        }
        result.report().notices().stream().map(ReadNotice::message).forEach(lines::add);
        return lines;
    }

    private static String say(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
