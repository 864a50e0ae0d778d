package dev.squeeze.feature.copy;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.BrokerUsage;
import dev.squeeze.kit.document.CodecSpanCharts;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** The human-readable report of {@code squeeze copy}. */
final class CopyDocument {
    private static final String UNKNOWN = "-";
    private static final int MAX_TILES = 6;

    private final CopyResult result;
    private final CopyReport report;
    private final List<CopyReport.Copy> copies;

    private CopyDocument(CopyResult result) {
        this.result = result;
        this.report = result.report();
        this.copies = report.copies();
    }

    static Document of(CopyResult result) {
        return new CopyDocument(result).document();
    }

    private Document document() {
        List<String> opening = opening();
        CopyCharts charts = new CopyCharts(report);
        List<Block> figures = drawings(new CopyBars(report, charts::series).figures());
        figures.add(new Block.Table("A row per copy; CPU in seconds per million records", table()));
        Document.Builder builder = Document.of(result, report.topic())
                .opening(opening)
                .verdict(report.problem()
                        .map(problem -> alarm() + "FAILED: " + problem)
                        .orElseGet(this::smallest))
                .lead(
                        Block.onPage(new Block.Lines(opening)),
                        Block.onPage(new Block.Caveats("Not equal to the source", differences())),
                        new Block.Caveats("WARNING: the copy keeps less than the source", warnings()),
                        new Block.Tiles(
                                copies.stream().limit(MAX_TILES).map(this::tile).toList()))
                .section("Copies", figures);
        result.workers()
                .map(CopyWorkersSection::new)
                .ifPresent(workers -> builder.section("Workers", workers.blocks()));
        return builder.lines("Costs", costs())
                .section("Over time", overTime(charts))
                .lines("Proof", CopyNotes.proof(result))
                .lines("Notes", CopyNotes.notes(result))
                .closing(say(
                        "%.1f s in all, %.1f of them copying", result.run().elapsedSeconds(), report.clockSeconds()))
                .build();
    }

    private List<String> opening() {
        List<String> lines = new ArrayList<>();
        String destination = result.destination().embedded()
                ? "an embedded broker"
                : result.destination()
                        .bootstrap()
                        .filter(address -> !address.equals(result.sourceBootstrap()))
                        .orElse("the same cluster");
        lines.add(say(
                "topic %s of %s (%s), copied to %s",
                report.topic(), result.sourceBootstrap(), count(report.partitions(), "partition"), destination));
        lines.add("into " + copies.stream().map(CopyReport.Copy::topic).collect(Collectors.joining(", ")));
        lines.add(
                result.joinUpToBytes() > 0
                        ? "adjacent batches joined up to " + new ByteCount(result.joinUpToBytes())
                                + " of uncompressed records"
                        : "batches as they are in the source");
        result.workers().map(CopyWorkersSection::new).ifPresent(workers -> lines.add(workers.summary()));
        result.rate().ifPresent(rate -> lines.add("at most " + rate + " on average"));
        if (report.problem().isEmpty()) {
            lines.add(state());
        }
        return lines;
    }

    private String state() {
        if (report.complete()) {
            return report.unstableOffsets().isPresent()
                    ? "complete up to transactions that were open when the copy started: everything that consumers with"
                            + " isolation.level=read_committed could read then"
                    : "complete: everything that the source contained when the copy started";
        }
        return result.followed()
                ? "followed until it was stopped"
                : "NOT COMPLETE: run the same command again to continue";
    }

    private String smallest() {
        return copies.stream()
                .filter(copy -> copy.records() > 0)
                .min(Comparator.comparingDouble(copy -> (double) copy.bytes() / copy.records()))
                .map(copy -> say(
                        "%s%s%s takes %s instead of the source's %s%s.",
                        alarm(),
                        copies.size() > 1 ? "Smallest of " + copies.size() + " copies: " : "",
                        copy.codec(),
                        new ByteCount(copy.bytes()),
                        new ByteCount(copy.sourceBytes()),
                        compared()))
                .orElse("No record was copied.");
    }

    private String compared() {
        if (result.proofs().isEmpty()) {
            return "; not compared with the source";
        }
        return result.proofs().stream().allMatch(CopyProof::equal) ? ", verified equal to the source" : "";
    }

    /** What to read first: records that are missing from the copy or differ in it. */
    private String alarm() {
        List<String> different = result.proofs().stream()
                .filter(proof -> !proof.equal())
                .map(CopyProof::topic)
                .toList();
        long lost = copies.stream()
                .mapToLong(CopyReport.Copy::totalLostOffsets)
                .max()
                .orElse(0);
        return (different.isEmpty()
                        ? ""
                        : "VERIFICATION FAILED: " + String.join(", ", different)
                                + (different.size() == 1 ? " differs" : " differ") + " from the source. ")
                + (lost == 0
                        ? ""
                        : say("DATA LOST: %,d offsets were gone from the source before they could be copied. ", lost));
    }

    private List<String> differences() {
        return result.proofs().stream()
                .filter(proof -> !proof.equal())
                .map(proof -> proof.topic() + " differs from the source: see the proof.")
                .toList();
    }

    /** Which records will be deleted soon, and how to keep them. */
    private List<String> warnings() {
        return copies.stream().flatMap(copy -> copy.keepsLess().stream()).toList();
    }

    private PageParts.Tile tile(CopyReport.Copy copy) {
        return new PageParts.Tile(
                copy.codec(),
                new ByteCount(copy.bytes()).toString(),
                say("%,d records", copy.records())
                        + ratio(copy).map(ratio -> ", " + ratio).orElse(""));
    }

    /** Absent if batches were copied unchanged, as their uncompressed size is unknown then. */
    private static Optional<Ratio> ratio(CopyReport.Copy copy) {
        return copy.uncompressedBytes().isPresent() && copy.bytes() > 0
                ? Optional.of(new Ratio((double) copy.uncompressedBytes().getAsLong() / copy.bytes()))
                : Optional.empty();
    }

    private TextTable table() {
        TextTable table = new TextTable(1)
                .row(
                        "codec",
                        "records",
                        "sent",
                        "on disk",
                        "bytes/record",
                        "ratio",
                        "records/batch",
                        "client CPU",
                        "broker CPU",
                        "records/s",
                        "busy");
        for (CopyReport.Copy copy : copies) {
            boolean any = copy.records() > 0;
            table.row(
                    copy.codec(),
                    say("%,d", copy.records()),
                    new ByteCount(copy.bytes()).toString(),
                    copy.diskBytes().isPresent()
                            ? new ByteCount(copy.diskBytes().getAsLong()).toString()
                            : UNKNOWN,
                    any ? Figures.number((double) copy.bytes() / copy.records()) : UNKNOWN,
                    ratio(copy).map(Ratio::toString).orElse(UNKNOWN),
                    any ? Figures.number((double) copy.records() / copy.batches()) : UNKNOWN,
                    seconds(copy.clientCpuSecondsPerMillion()),
                    seconds(copy.brokerCpuSecondsPerMillion()),
                    recordsPerSecond(copy),
                    say("%.1f s", copy.busySeconds()));
        }
        return table;
    }

    private static String recordsPerSecond(CopyReport.Copy copy) {
        Optional<ConfidenceInterval> perSecond = copy.clockSecondsPerMillion()
                .filter(seconds -> seconds.low() > 0)
                .map(seconds -> seconds.dividing(1e6));
        if (perSecond.isPresent()) {
            return say("%,.0f %s", perSecond.get().estimate(), Figures.halfWidth(perSecond.get()));
        }
        return copy.busySeconds() > 0 ? say("%,.0f", copy.records() / copy.busySeconds()) : UNKNOWN;
    }

    private static String seconds(Optional<ConfidenceInterval> perMillion) {
        return perMillion
                .map(cpu -> say("%s %s", Figures.number(cpu.estimate()), Figures.halfWidth(cpu)))
                .orElse(UNKNOWN);
    }

    private List<String> costs() {
        List<String> lines = new ArrayList<>();
        lines.add("client CPU, broker CPU and reading: seconds per million records; 95 % intervals over the rounds ("
                + rounds() + "); "
                + (result.workers().isPresent()
                        ? "all workers together, as reported by their heartbeats"
                        : "copies take turns, so that each is measured alone"));
        lines.add("client: compressing and sending, without garbage collection and JIT compilation"
                + (result.workers().isPresent() ? "" : gcAndJit())
                + "; a producer's per-record work is not included (squeeze bench measures it)");
        copies.stream()
                .findFirst()
                .filter(copy -> copy.readCpuSecondsPerMillion().isPresent())
                .ifPresent(copy -> lines.add(say(
                        "reading and decompressing, once for all copies: %s; %s in the source",
                        seconds(copy.readCpuSecondsPerMillion()), new ByteCount(copy.sourceBytes()))));
        lines.add(
                result.destination().brokerUsage() == BrokerUsage.NOT_VISIBLE
                        ? "broker: not visible; give the brokers' JMX addresses with --jmx, or try --embedded"
                        : "broker: all threads of all brokers of the destination, without garbage collection and JIT"
                                + " compilation");
        lines.add("sent: batches as sent, and as stored by one replica; on disk: all replicas, as reported by the"
                + " brokers");
        lines.add(say(
                "network, whole requests and responses before encryption: %s from the source, %s to the destination",
                new ByteCount(report.sourceLinkBytes()),
                copies.stream()
                        .map(copy -> copy.codec() + " " + new ByteCount(copy.linkBytes()))
                        .collect(Collectors.joining(", "))));
        return lines;
    }

    private String gcAndJit() {
        return report.gcCpuSeconds().isPresent() && report.jitCpuSeconds().isPresent()
                ? say(
                        " (%.1f s and %.1f s in all)",
                        report.gcCpuSeconds().get(), report.jitCpuSeconds().get())
                : "";
    }

    private String rounds() {
        return copies.stream()
                .flatMap(copy -> copy.clientCpuSecondsPerMillion().stream())
                .map(cpu -> "n = " + cpu.n())
                .findFirst()
                .orElse("too few for an interval");
    }

    /** First the copying over time, then the history of the source by its records' timestamps. */
    private List<Block> overTime(CopyCharts charts) {
        List<Block> blocks = drawings(charts.overTime());
        if (!blocks.isEmpty()) {
            blocks.add(folded(
                    "Figures over time",
                    "Bytes so far; the JSON document has up to 600 points, with CPU",
                    charts.table()));
        }
        List<CodecSpan> spans = report.sourceSpans();
        if (spans.size() > 1) {
            blocks.addAll(drawings(List.of(
                    CodecSpanCharts.bytes("The source's codecs, by record timestamp", spans),
                    CodecSpanCharts.bytesPerRecord("Stored bytes per record of the source", spans))));
            blocks.add(folded(
                    "The source's figures over time",
                    "By the newest timestamp of each batch",
                    CodecSpanCharts.table(spans)));
        }
        return blocks;
    }

    private static Block folded(String title, String caption, TextTable table) {
        return Block.onPage(new Block.Folded(title, List.of(new Block.Table(caption, table))));
    }

    private static List<Block> drawings(List<Element> elements) {
        return elements.stream().map(Block.Drawing::of).collect(Collectors.toCollection(ArrayList::new));
    }
}
