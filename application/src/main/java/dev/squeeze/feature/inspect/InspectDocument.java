package dev.squeeze.feature.inspect;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.CodecSpanCharts;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Renders the result of {@code squeeze inspect} as a document. */
final class InspectDocument {
    private final InspectResult result;
    private final TopicProfile profile;
    private final boolean sampled;

    private InspectDocument(InspectResult result) {
        this.result = result;
        this.profile = result.profile();
        this.sampled = profile.reading().filter(reading -> !reading.whole()).isPresent();
    }

    static Document of(InspectResult result) {
        return new InspectDocument(result).document();
    }

    private Document document() {
        List<String> opening = opening();
        return Document.of(result, result.inspected())
                .opening(opening)
                .verdict(verdict())
                .lead(Block.onPage(new Block.Lines(opening)), new Block.Tiles(tiles()))
                .section("Codecs", new Block.Table("Codecs by stored bytes", codecs()))
                .section("Codecs over time", codecsOverTime(profile.spans()))
                .section("Batch sizes", batchSizes())
                .lines("Batches and records", facts())
                .section("Idempotent producers", new Block.Table("The busiest first", producers()))
                .section("Partitions", partitions())
                .lines("Notes", notes())
                .build();
    }

    private List<String> opening() {
        List<String> lines = new ArrayList<>();
        String parts = profile.reading().isPresent()
                ? count(profile.partitionCount(), "partition")
                : count(profile.segments(), "segment");
        lines.add(say(
                "%s: %s, %,d batches, %,d records, %s stored%s",
                result.inspected(),
                parts,
                profile.batches(),
                profile.records(),
                new ByteCount(profile.storedBytes()),
                sampled ? " in the sample" : ""));
        profile.reading().ifPresent(reading -> lines.add(reading(reading)));
        return lines;
    }

    private static String reading(TopicProfile.TopicReading reading) {
        String fetched = say("%s fetched", new ByteCount(reading.fetchedBytes()));
        if (reading.whole()) {
            return say("whole topic read, %,d offsets; %s", reading.offsets(), fetched);
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

    private String verdict() {
        if (profile.codecs().isEmpty()) {
            return "There are no data batches.";
        }
        TopicProfile.CodecShare first = profile.codecs().get(0);
        return say(
                "%.0f %% of the stored bytes are %s, in batches of %s at the median%s.",
                100.0 * first.storedBytes() / Math.max(1, codecBytes()),
                first.codec().equals("none") ? "not compressed" : first.codec(),
                count(profile.recordsPerBatch().p50(), "record"),
                profile.ratio()
                        .map(ratio -> "; overall ratio " + Figures.ratio(ratio) + " (" + Figures.halfWidth(ratio) + ")")
                        .orElse(""));
    }

    private long codecBytes() {
        return profile.codecs().stream()
                .mapToLong(TopicProfile.CodecShare::storedBytes)
                .sum();
    }

    private List<PageParts.Tile> tiles() {
        List<PageParts.Tile> tiles = new ArrayList<>();
        tiles.add(new PageParts.Tile(
                sampled ? "Stored, in the sample" : "Stored",
                new ByteCount(profile.storedBytes()).toString(),
                say("%,d batches", profile.batches())));
        profile.ratio()
                .ifPresent(ratio -> tiles.add(
                        new PageParts.Tile("Ratio", Figures.ratio(ratio), Figures.halfWidth(ratio) + " at 95 %")));
        tiles.add(new PageParts.Tile(
                "Records per batch",
                say("%,d", profile.recordsPerBatch().p50()),
                say("median; %.0f %% of batches contain a single record", 100 * profile.singleRecordShare())));
        profile.recordsPerSecond()
                .ifPresent(rate -> tiles.add(new PageParts.Tile(
                        "Records per second",
                        Figures.number(rate),
                        "oldest to newest timestamp"
                                + (profile.compactedShare().isPresent() ? ", including removed records" : ""))));
        return tiles;
    }

    private TextTable codecs() {
        TextTable table = new TextTable(1)
                .row(
                        "codec",
                        "bytes",
                        "records",
                        "batches",
                        "stored",
                        "ratio",
                        "±95 %",
                        sampled ? "n, stretches" : "n, batches");
        long bytes = codecBytes();
        for (TopicProfile.CodecShare codec : profile.codecs()) {
            List<String> cells = new ArrayList<>(List.of(
                    codec.codec(),
                    share((double) codec.storedBytes() / bytes)
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
            List<String> cells = new ArrayList<>(List.of("all", "", "", "", new ByteCount(bytes).toString()));
            cells.addAll(ratio(profile.ratio()));
            table.row(cells);
        }
        return table;
    }

    private static List<String> ratio(Optional<ConfidenceInterval> ratio) {
        return ratio.map(known -> List.of(
                        Figures.ratio(known), Figures.halfWidth(known), known.exact() ? "-" : say("%,d", known.n())))
                .orElse(List.of("", "", ""));
    }

    private static List<Block> codecsOverTime(List<CodecSpan> spans) {
        if (spans.size() < 2) {
            return List.of();
        }
        Block table = new Block.Table("Codecs over time", CodecSpanCharts.table(spans));
        return List.of(
                Block.Drawing.of(CodecSpanCharts.bytes("Codecs over time", spans)),
                Block.Drawing.of(CodecSpanCharts.bytesPerRecord("Stored bytes per record, over time", spans)),
                Block.onPage(new Block.Folded("Figures over time", List.of(table))),
                Block.inText(table));
    }

    private List<Block> batchSizes() {
        List<Block> blocks = new ArrayList<>(BatchHistograms.drawings(profile));
        blocks.add(new Block.Table("Quantiles", quantiles()));
        blocks.addAll(BatchHistograms.inText(profile));
        return blocks;
    }

    private TextTable quantiles() {
        TextTable table = new TextTable(1).row("", "p5", "p50", "p95", "max");
        row(table, "records per batch", profile.recordsPerBatch());
        row(table, "stored bytes per batch", profile.batchBytes());
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

    private List<String> facts() {
        List<String> lines = new ArrayList<>();
        lines.add(say("%s of the batches contain a single record", share(profile.singleRecordShare())));
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
        profile.compactedShare()
                .ifPresent(removed -> lines.add(say(
                        "compaction has removed %s of the records that were sent%s",
                        share(removed), profile.recordsPerSecond().isPresent() ? "; the rate includes them" : "")));
        TopicProfile.Producers producers = profile.producers();
        lines.add(
                producers.ids() == 0
                        ? "no producer ids: no producer was idempotent"
                        : say(
                                "producer ids: %s, the busiest with %s of the batches; %s of the batches are idempotent",
                                ids(producers), share(producers.largestShare()), share(producers.idempotentShare())));
        lines.add(say(
                "%,d transactional batches, %,d control batches",
                profile.transactionalBatches(), profile.controlBatches()));
        lines.add(say(
                "offsets without a record: %,d within batches, %,d between them",
                profile.holes().withinBatches(), profile.holes().betweenBatches()));
        profile.sample().ifPresent(sample -> lines.add(unpacked(sample)));
        return lines;
    }

    private static String ids(TopicProfile.Producers producers) {
        return (producers.mayBeMore() ? "at least " : "") + say("%,d", producers.ids());
    }

    private String unpacked(TopicProfile.UnpackedSample sample) {
        return say(
                "of %,d records in %,d decompressed batches%s, %s have keys and %s are tombstones; key and value take"
                        + " %s bytes on average; %s cannot be read",
                sample.records(),
                sample.batches(),
                profile.reading().isPresent() ? "" : say(" (drawn at random, seed %d)", sample.seed()),
                share(sample.keyShare()),
                share(sample.tombstoneShare()),
                Figures.number(sample.meanPayloadBytes()),
                sample.unreadableBatches() == 1 ? "1 batch" : say("%,d batches", sample.unreadableBatches()));
    }

    private TextTable producers() {
        TextTable table =
                new TextTable(1).row("producer id", "batches", "of all", "records", "records/batch", "stored");
        for (TopicProfile.Producer producer : profile.producers().largest()) {
            table.row(
                    Long.toString(producer.id()),
                    say("%,d", producer.batches()),
                    share(producer.batchShare()),
                    say("%,d", producer.records()),
                    Figures.number((double) producer.records() / producer.batches()),
                    new ByteCount(producer.storedBytes()).toString());
        }
        return table;
    }

    private List<Block> partitions() {
        if (profile.partitionCount() < 2) {
            return List.of();
        }
        boolean segments = profile.reading().isEmpty();
        List<String> head =
                new ArrayList<>(List.of("partition", "batches", "records", "stored", "first", "last offset"));
        if (segments) {
            head.add(1, "segments");
        }
        TextTable table = new TextTable(1).row(head);
        for (TopicProfile.Partition partition : profile.partitions()) {
            List<String> cells = new ArrayList<>(List.of(
                    partition.partition(),
                    say("%,d", partition.batches()),
                    say("%,d", partition.records()),
                    new ByteCount(partition.storedBytes()).toString(),
                    say("%,d", partition.firstOffset()),
                    say("%,d", partition.lastOffset())));
            if (segments) {
                cells.add(1, say("%,d", partition.segments()));
            }
            table.row(cells);
        }
        return List.of(new Block.Table("The largest first", table));
    }

    private List<String> notes() {
        List<String> lines = new ArrayList<>();
        result.notices().stream().map(ReadNotice::message).forEach(lines::add);
        if (sampled) {
            lines.add("Counts, shares and quantiles describe the sample; 95 % intervals apply to the whole topic, and"
                    + " their n counts stretches, since neighbouring batches are similar. Offsets, timestamps"
                    + " and the rate describe the whole topic; the rate is computed from offsets.");
        }
        if (profile.producers().ids() > profile.producers().largest().size()) {
            lines.add(say(
                    "Shown: the %,d busiest of %s producers%s",
                    profile.producers().largest().size(),
                    ids(profile.producers()),
                    profile.producers().mayBeMore() ? "; those first seen after that many others are not listed" : ""));
        }
        if (profile.partitionCount() > profile.partitions().size()) {
            lines.add(say(
                    "Shown: the %,d largest of %,d partitions",
                    profile.partitions().size(), profile.partitionCount()));
        }
        return lines;
    }

    private static String share(double share) {
        return say("%.1f %%", 100 * share);
    }
}
