package dev.squeeze.feature.recompress;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.List;

/** The human-readable report of {@code squeeze recompress}. */
final class RecompressDocument {
    private RecompressDocument() {}

    static Document of(RecompressResult result) {
        RewriteReport report = result.report();
        return Document.of(result, String.join(" ", result.segments()))
                .opening(head(result))
                .verdict(verdict(result))
                .lead(tiles(report))
                .section(
                        "Before and after",
                        Block.Drawing.of(chart(report)),
                        new Block.Table("Before and after", table(report)))
                .lines("Proof", proof(result))
                .lines("Notes", notes(result))
                .build();
    }

    private static String verdict(RecompressResult result) {
        RewriteReport report = result.report();
        if (report.segments() == 0) {
            return "Nothing was rewritten.";
        }
        return result.codec() + ": " + change(report) + ", and every record was verified by reading it back"
                + (report.asTheyAre() == 0 ? "." : "; " + RewriteWords.incomplete(report) + ".");
    }

    private static Block tiles(RewriteReport report) {
        return new Block.Tiles(List.of(
                new PageParts.Tile(
                        "Before",
                        new ByteCount(report.sourceBytes()).toString(),
                        say("%,d batches", report.sourceBatches())),
                new PageParts.Tile(
                        "After", new ByteCount(report.bytes()).toString(), say("%,d batches", report.batches())),
                new PageParts.Tile(
                        "Ratio",
                        new Ratio((double) Math.max(1, report.sourceBytes()) / Math.max(1, report.bytes())).toString(),
                        say("%,d records of %,d segments", report.records(), report.segments()))));
    }

    static String csv(RecompressResult result) {
        return new CsvColumns<RewriteReport>()
                .with("codec", report -> result.codec())
                .with("segments", RewriteReport::segments)
                .with("records", RewriteReport::records)
                .with("source_bytes", RewriteReport::sourceBytes)
                .with("bytes", RewriteReport::bytes)
                .with("source_batches", RewriteReport::sourceBatches)
                .with("batches", RewriteReport::batches)
                .with("kept_batches", RewriteReport::keptBatches)
                .with("unreadable_batches", RewriteReport::unreadableBatches)
                .with("kept_bytes", RewriteReport::keptBytes)
                .text(List.of(result.report()));
    }

    static List<String> head(RecompressResult result) {
        List<String> lines = new ArrayList<>();
        lines.add(String.join(" ", result.segments()) + " recompressed with " + result.codec());
        lines.add(
                result.inPlace()
                        ? "in place" + (result.report().segments() == 0 ? "" : "; originals kept in " + result.output())
                        : "written to " + result.output() + "; the original segments are unchanged");
        return lines;
    }

    static String change(RewriteReport report) {
        if (report.segments() == 0) {
            return "nothing was rewritten";
        }
        double saved = report.sourceBytes() == 0 ? 0 : 1 - (double) report.bytes() / report.sourceBytes();
        return say(
                "%s became %s, %.1f %% %s",
                new ByteCount(report.sourceBytes()),
                new ByteCount(report.bytes()),
                100 * Math.abs(saved),
                saved >= 0 ? "less" : "more");
    }

    static TextTable table(RewriteReport report) {
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

    static List<String> proof(RecompressResult result) {
        RewriteReport report = result.report();
        List<String> lines = new ArrayList<>();
        String joined = result.joinUpToBytes() == 0
                ? ""
                : "; records of joined batches were compared by offset, timestamp, key, value and headers";
        if (report.segments() > 0) {
            lines.add(say(
                    "%s in %s: each rewritten batch was decompressed and its records compared byte by byte with the"
                            + " original; one batch per 16 MiB or so was also read by Kafka's own classes%s",
                    count(report.records(), "record"), count(report.segments(), "segment"), joined));
        }
        long readable = report.keptBatches() - report.unreadableBatches();
        if (readable > 0) {
            lines.add(say(
                    "copied byte by byte: %s (transaction markers, batches emptied by compaction, and batches too large"
                            + " to be decompressed)",
                    batches(readable)));
        }
        if (report.unreadableBatches() > 0) {
            lines.add(say(
                    "copied byte by byte: %s that cannot be read (damaged or with an unknown codec); consumers"
                            + " fail there as before",
                    batches(report.unreadableBatches())));
        }
        if (report.keptBytes() > 0) {
            lines.add(say("copied byte by byte: %s outside batches of format 2", count(report.keptBytes(), "byte")));
        }
        if (report.otherFiles() > 0) {
            lines.add(say(
                    "copied: %s next to the segments, such as checkpoints and producer snapshots",
                    count(report.otherFiles(), "file")));
        }
        return lines;
    }

    static List<String> notes(RecompressResult result) {
        RewriteReport report = result.report();
        List<String> lines = new ArrayList<>();
        if (report.interrupted()) {
            lines.add(interrupted(result));
        }
        if (report.segments() > 0) {
            lines.add("Indexes are not written: at its next start the broker reads each rewritten segment once to"
                    + " rebuild them,"
                    + " and its partitions are offline until then (num.recovery.threads.per.data.dir).");
        }
        if (result.joinUpToBytes() > 0 && report.batches() < report.sourceBatches()) {
            lines.add("A replica can resume fetching only at the start of a batch. One that was not in sync when this"
                    + " broker stopped"
                    + " may stay out of sync for good (UnexpectedAppendOffsetException in its broker's log): bring all"
                    + " replicas in sync before you stop a broker, or delete the partition's folder on such a"
                    + " replica.");
        }
        boolean leftOut = false;
        for (ReadNotice notice : report.notices()) {
            boolean ofWalk = notice.kind() != ReadNotice.Kind.SEGMENTS_REWRITTEN;
            if (ofWalk && !leftOut) {
                lines.add("Not rewritten:");
            }
            leftOut |= ofWalk;
            lines.add(notice.message());
        }
        return lines;
    }

    private static String interrupted(RecompressResult result) {
        RewriteReport report = result.report();
        String begun = say(
                "Interrupted: %s of %s completely rewritten; ",
                count(report.segments(), "segment"), say("%,d", report.segmentsFound()));
        return begun
                + (result.inPlace()
                        ? "the others are unchanged, so a broker may start on the folder. Run the same command again"
                                + " to continue."
                        : "the others and some files next to them are missing, so do not start a broker on "
                                + result.output() + ". Run the same command again to continue.");
    }

    private static String batches(long number) {
        return say("%,d %s", number, number == 1 ? "batch" : "batches");
    }

    private static Element chart(RewriteReport report) {
        BarChart chart = new BarChart(
                "Stored bytes",
                "",
                Axis.linear(
                        "MiB",
                        0,
                        Math.max(report.sourceBytes(), report.bytes()) / (double) ByteCount.MIB,
                        Figures::axis));
        chart.row(row("before", report.sourceBytes(), 5));
        chart.row(row("after", report.bytes(), 0));
        return chart.figure();
    }

    private static BarChart.Row row(String name, long bytes, int tone) {
        double mebibytes = bytes / (double) ByteCount.MIB;
        String words = new ByteCount(bytes).toString();
        return new BarChart.Row(
                name,
                List.of(new BarChart.Part(Series.nth("stored", tone), mebibytes, name + ": " + words)),
                mebibytes,
                mebibytes,
                words);
    }
}
