package dev.squeeze.feature.inspect;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.kit.document.CodecSpanCharts;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.Markdown;
import dev.squeeze.kit.document.ResultHeader;
import dev.squeeze.kit.document.Sections;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** {@code squeeze inspect} as text and as Markdown. */
public final class InspectReport {
    private InspectReport() {}

    public static String text(InspectResult result) {
        StringBuilder text = new StringBuilder();
        head(result).forEach(line -> text.append(line).append('\n'));
        text.append('\n').append(codecs(result.profile()).render(""));
        text.append('\n').append(distributions(result.profile()).render(""));
        text.append('\n').append(InspectHistograms.text(result.profile()));
        Sections.text(text, "Batches and records:", facts(result.profile()));
        if (result.profile().spans().size() > 1) {
            text.append("\nCodecs over time:\n")
                    .append(CodecSpanCharts.table(result.profile().spans()).render("  "));
        }
        if (!result.profile().producers().largest().isEmpty()) {
            text.append("\nIdempotent producers:\n")
                    .append(producers(result.profile()).render("  "));
        }
        if (result.profile().partitionCount() > 1) {
            text.append("\nPartitions:\n").append(partitions(result.profile()).render("  "));
        }
        Sections.text(text, "Note:", notes(result));
        return text.append('\n').append(runLine(result)).append('\n').toString();
    }

    public static String markdown(InspectResult result) {
        StringBuilder text = new StringBuilder("# squeeze inspect\n\n");
        head(result).forEach(line -> text.append(Markdown.item(line)));
        text.append("\n## Codecs\n\n").append(codecs(result.profile()).markdown());
        text.append("\n## Sizes\n\n").append(distributions(result.profile()).markdown());
        text.append(InspectHistograms.markdown(result.profile()));
        Sections.markdown(text, "Batches and records", facts(result.profile()));
        if (result.profile().spans().size() > 1) {
            text.append("\n## Codecs over time\n\n")
                    .append(CodecSpanCharts.table(result.profile().spans()).markdown());
        }
        if (!result.profile().producers().largest().isEmpty()) {
            text.append("\n## Idempotent producers\n\n")
                    .append(producers(result.profile()).markdown());
        }
        if (result.profile().partitionCount() > 1) {
            text.append("\n## Partitions\n\n")
                    .append(partitions(result.profile()).markdown());
        }
        Sections.markdown(text, "Notes", notes(result));
        return text.append('\n')
                .append(Markdown.text(runLine(result)))
                .append('\n')
                .toString();
    }

    static List<String> head(InspectResult result) {
        TopicProfile profile = result.profile();
        List<String> lines = new ArrayList<>();
        String parts = profile.reading().isPresent()
                ? say("%,d partitions", profile.partitionCount())
                : say("%,d segments", profile.segments());
        lines.add(say(
                "%s: %s, %,d batches, %,d records, %s stored%s",
                result.inspected(),
                parts,
                profile.batches(),
                profile.records(),
                new ByteCount(profile.storedBytes()),
                isSample(profile) ? " in the sample" : ""));
        profile.reading().ifPresent(reading -> lines.add(reading(reading)));
        lines.addAll(ResultHeader.machineLines(result.run().environment()));
        return lines;
    }

    private static boolean isSample(TopicProfile profile) {
        return profile.reading().filter(reading -> !reading.whole()).isPresent();
    }

    private static String reading(TopicProfile.TopicReading reading) {
        String fetched = say("%s fetched", new ByteCount(reading.fetchedBytes()));
        if (reading.whole()) {
            return say("read as a whole, %,d offsets; %s", reading.offsets(), fetched);
        }
        return say(
                "a sample: %,d of %,d stretches drawn at random over %,d offsets (seed %d)%s; %s",
                reading.stretches(),
                reading.stretchesOfAll(),
                reading.offsets(),
                reading.seed(),
                reading.storedBytesOfAll()
                        .map(all ->
                                say(", about %s in all (%s)", ByteCount.binary(all.estimate()), Figures.halfWidth(all)))
                        .orElse(""),
                fetched);
    }

    static TextTable codecs(TopicProfile profile) {
        TextTable table = new TextTable(1).row("codec", "bytes", "records", "batches", "stored", "ratio", "±95 %", "n");
        double bytes = 0;
        for (TopicProfile.CodecShare codec : profile.codecs()) {
            bytes += codec.storedBytes();
        }
        for (TopicProfile.CodecShare codec : profile.codecs()) {
            List<String> cells = new ArrayList<>(List.of(
                    codec.codec(),
                    share(codec.storedBytes() / bytes)
                            + codec.byteShare()
                                    .map(known -> say(" ±%.1f", 100 * (known.high() - known.low()) / 2))
                                    .orElse(""),
                    share((double) codec.records() / Math.max(1, profile.records())),
                    share((double) codec.batches() / profile.batches()),
                    new ByteCount(codec.storedBytes()).toString()));
            cells.addAll(ratio(codec.ratio()));
            table.row(cells);
        }
        if (profile.codecs().size() > 1) {
            List<String> cells = new ArrayList<>(List.of("all", "", "", "", new ByteCount((long) bytes).toString()));
            cells.addAll(ratio(profile.ratio()));
            table.row(cells);
        }
        return table;
    }

    private static List<String> ratio(Optional<ConfidenceInterval> ratio) {
        return ratio.map(known -> List.of(Figures.ratio(known), Figures.halfWidth(known), say("%,d", known.n())))
                .orElse(List.of("", "", ""));
    }

    static TextTable distributions(TopicProfile profile) {
        TextTable table = new TextTable(1).row("", "p5", "p50", "p95", "max");
        row(table, "records per batch", profile.recordsPerBatch());
        row(table, "stored bytes of a batch", profile.batchBytes());
        profile.sample().ifPresent(sample -> row(table, "bytes of key and value (sample)", sample.payloadBytes()));
        return table;
    }

    private static void row(TextTable table, String name, TopicProfile.Distribution values) {
        table.row(
                name,
                say("%,d", values.p5()),
                say("%,d", values.p50()),
                say("%,d", values.p95()),
                say("%,d", values.max()));
    }

    static List<String> facts(TopicProfile profile) {
        List<String> lines = new ArrayList<>();
        lines.add(say("%s of the batches hold a single record", share(profile.singleRecordShare())));
        profile.oldest().ifPresent(oldest -> profile.newest()
                .ifPresent(newest -> lines.add(say(
                        "timestamps from %s to %s%s; set by the broker in %,d batches",
                        oldest,
                        newest,
                        profile.recordsPerSecond().isPresent()
                                ? ", "
                                        + Figures.number(
                                                profile.recordsPerSecond().getAsDouble()) + " records/s"
                                : "",
                        profile.logAppendTimeBatches()))));
        lines.add(
                profile.producers().ids() == 0
                        ? "no producer ids: no producer was idempotent"
                        : say(
                                "producer ids: %,d, the busiest with %s of the batches; %s of the batches are idempotent",
                                profile.producers().ids(),
                                share(profile.producers().largestShare()),
                                share(profile.producers().idempotentShare())));
        lines.add(say(
                "%,d transactional batches, %,d control batches",
                profile.transactionalBatches(), profile.controlBatches()));
        lines.add(say(
                "offsets without a record: %,d within batches, %,d between them",
                profile.holes().withinBatches(), profile.holes().betweenBatches()));
        profile.sample()
                .ifPresent(sample -> lines.add(say(
                        "in %,d records of %,d batches unpacked%s: %s have keys, %s are tombstones, %s bytes of key and"
                                + " value on average; %,d batches cannot be read",
                        sample.records(),
                        sample.batches(),
                        profile.reading().isPresent() ? "" : say(" at random (seed %d)", sample.seed()),
                        share(sample.keyShare()),
                        share(sample.tombstoneShare()),
                        Figures.number(sample.meanPayloadBytes()),
                        sample.unreadableBatches())));
        return lines;
    }

    static TextTable producers(TopicProfile profile) {
        TextTable table =
                new TextTable(1).row("producer id", "batches", "of all", "records", "records/batch", "stored");
        for (TopicProfile.Producer one : profile.producers().largest()) {
            table.row(
                    Long.toString(one.id()),
                    say("%,d", one.batches()),
                    share(one.batchShare()),
                    say("%,d", one.records()),
                    Figures.number((double) one.records() / one.batches()),
                    new ByteCount(one.storedBytes()).toString());
        }
        return table;
    }

    static TextTable partitions(TopicProfile profile) {
        boolean segments = profile.reading().isEmpty();
        List<String> head =
                new ArrayList<>(List.of("partition", "batches", "records", "stored", "first", "last offset"));
        if (segments) {
            head.add(1, "segments");
        }
        TextTable table = new TextTable(1).row(head);
        for (TopicProfile.Partition one : profile.partitions()) {
            List<String> cells = new ArrayList<>(List.of(
                    one.partition(),
                    say("%,d", one.batches()),
                    say("%,d", one.records()),
                    new ByteCount(one.storedBytes()).toString(),
                    say("%,d", one.firstOffset()),
                    say("%,d", one.lastOffset())));
            if (segments) {
                cells.add(1, say("%,d", one.segments()));
            }
            table.row(cells);
        }
        return table;
    }

    static List<String> notes(InspectResult result) {
        List<String> lines = new ArrayList<>();
        result.notices().stream().map(ReadNotice::message).forEach(lines::add);
        TopicProfile profile = result.profile();
        if (isSample(profile)) {
            lines.add(
                    "Counts, shares and quantiles are of the sample; intervals at 95 % are for the whole topic, and n counts"
                            + " stretches, since neighbouring batches are alike. Offsets, oldest, newest and the rate are the"
                            + " whole topic's, the rate by offsets.");
        }
        if (profile.producers().ids() > profile.producers().largest().size()) {
            lines.add(say(
                    "the %,d busiest of %,d producers are shown",
                    profile.producers().largest().size(), profile.producers().ids()));
        }
        if (profile.partitionCount() > profile.partitions().size()) {
            lines.add(say(
                    "the %,d largest of %,d partitions are shown",
                    profile.partitions().size(), profile.partitionCount()));
        }
        return lines;
    }

    private static String runLine(InspectResult result) {
        return say("%.1f s in all", result.run().elapsedSeconds());
    }

    private static String share(double share) {
        return say("%.1f %%", 100 * share);
    }
}
