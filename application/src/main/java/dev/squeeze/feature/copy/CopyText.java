package dev.squeeze.feature.copy;

import static dev.squeeze.kit.document.Figures.count;
import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.Markdown;
import dev.squeeze.kit.document.ResultHeader;
import dev.squeeze.kit.document.Sections;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** {@code squeeze copy} as text, as Markdown and as CSV. */
public final class CopyText {
    private static final int GAPS_SHOWN = 10;
    private static final String UNKNOWN = "-";
    /** What a topic that was made for a copy has, whatever the source has. */
    private static final Map<String, String> OURS = Map.of(
            "cleanup.policy",
            "delete",
            "retention.ms",
            "-1",
            "retention.bytes",
            "-1",
            "message.timestamp.after.max.ms",
            String.valueOf(Long.MAX_VALUE),
            "message.timestamp.before.max.ms",
            String.valueOf(Long.MAX_VALUE),
            "message.timestamp.type",
            "CreateTime");

    private CopyText() {}

    public static String text(CopyResult result) {
        StringBuilder text = new StringBuilder();
        head(result).forEach(line -> text.append(line).append('\n'));
        text.append('\n').append(table(result).render(""));
        Sections.text(text, "Costs:", costs(result));
        Sections.text(text, "Proof:", proof(result));
        Sections.text(text, "Note:", notes(result));
        return text.append('\n').append(took(result)).append('\n').toString();
    }

    public static String markdown(CopyResult result) {
        StringBuilder text = new StringBuilder("# squeeze copy\n\n");
        head(result).forEach(line -> text.append(Markdown.item(line)));
        text.append("\n## Copies\n\n").append(table(result).markdown());
        Sections.markdown(text, "Costs", costs(result));
        Sections.markdown(text, "Proof", proof(result));
        Sections.markdown(text, "Notes", notes(result));
        return text.append('\n').append(took(result)).append('\n').toString();
    }

    public static String csv(CopyResult result) {
        StringBuilder text = new StringBuilder("codec,topic,records,batches,bytes,uncompressed_bytes,source_bytes,"
                + "aborted_records,lost_offsets,client_cpu_seconds_per_million,broker_cpu_seconds_per_million,"
                + "busy_seconds,disk_bytes\n");
        for (CopyReport.Copy copy : result.report().copies()) {
            text.append(String.join(
                            ",",
                            copy.codec(),
                            copy.topic(),
                            Long.toString(copy.records()),
                            Long.toString(copy.batches()),
                            Long.toString(copy.bytes()),
                            orEmpty(copy.uncompressedBytes()),
                            Long.toString(copy.sourceBytes()),
                            Long.toString(copy.abortedRecords()),
                            Long.toString(copy.lostInAll()),
                            orEmpty(copy.clientCpuSecondsPerMillion()),
                            orEmpty(copy.brokerCpuSecondsPerMillion()),
                            say("%.3f", copy.busySeconds()),
                            orEmpty(copy.diskBytes())))
                    .append('\n');
        }
        return text.toString();
    }

    private static String orEmpty(OptionalLong value) {
        return value.isPresent() ? Long.toString(value.getAsLong()) : "";
    }

    private static String orEmpty(Optional<ConfidenceInterval> value) {
        return value.map(one -> say("%.4f", one.estimate())).orElse("");
    }

    static List<String> head(CopyResult result) {
        CopyReport report = result.report();
        List<String> lines = new ArrayList<>();
        String to = result.destination().embedded()
                ? "a broker of our own"
                : result.destination()
                        .bootstrap()
                        .filter(one -> !one.equals(result.sourceBootstrap()))
                        .orElse("the same cluster");
        lines.add(say(
                "topic %s of %s (%s), copied to %s",
                report.topic(), result.sourceBootstrap(), count(report.partitions(), "partition"), to));
        lines.add("into " + report.copies().stream().map(CopyReport.Copy::topic).collect(Collectors.joining(", ")));
        lines.add(
                result.joinUpToBytes() > 0
                        ? "neighbouring batches joined up to " + new ByteCount(result.joinUpToBytes())
                                + " of uncompressed records"
                        : "batches as they are in the source");
        result.rate().ifPresent(rate -> lines.add("at most " + rate + " on average"));
        lines.add(state(result));
        lines.addAll(ResultHeader.machineLines(result.run().environment()));
        return lines;
    }

    private static String took(CopyResult result) {
        return say(
                "%.1f s in all, %.1f of them copying",
                result.run().elapsedSeconds(), result.report().clockSeconds());
    }

    private static String state(CopyResult result) {
        CopyReport report = result.report();
        if (report.problem().isPresent()) {
            return "IT COULD NOT GO ON";
        }
        if (report.complete()) {
            return "complete: all that was there when it began";
        }
        return result.followed() ? "followed until it was told to end" : "NOT COMPLETE; start it again to go on";
    }

    static TextTable table(CopyResult result) {
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
        for (CopyReport.Copy copy : result.report().copies()) {
            boolean any = copy.records() > 0;
            table.row(
                    copy.codec(),
                    say("%,d", copy.records()),
                    new ByteCount(copy.bytes()).toString(),
                    copy.diskBytes().isPresent()
                            ? new ByteCount(copy.diskBytes().getAsLong()).toString()
                            : UNKNOWN,
                    any ? Figures.number((double) copy.bytes() / copy.records()) : UNKNOWN,
                    any && copy.uncompressedBytes().isPresent()
                            ? say("%.2fx", (double) copy.uncompressedBytes().getAsLong() / copy.bytes())
                            : UNKNOWN,
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
                .map(one -> say("%s %s", Figures.number(one.estimate()), Figures.halfWidth(one)))
                .orElse(UNKNOWN);
    }

    static List<String> costs(CopyResult result) {
        CopyReport report = result.report();
        List<String> lines = new ArrayList<>();
        lines.add("CPU in seconds per million records; intervals at 95 % over the rounds" + " (" + rounds(report)
                + "); copies take turns, so that each is measured alone");
        lines.add("client: compressing and sending, without the collector and the compilers"
                + ofTheJvm(report)
                + "; a producer's work for each record comes on top (squeeze bench)");
        report.copies().stream()
                .findFirst()
                .filter(copy -> copy.readCpuSecondsPerMillion().isPresent())
                .ifPresent(copy -> lines.add(say(
                        "reading and decompressing, once for all copies: %s of CPU, of %s in the source",
                        seconds(copy.readCpuSecondsPerMillion()), new ByteCount(copy.sourceBytes()))));
        lines.add(
                switch (result.destination().brokerUsage()) {
                    case "not visible" -> "broker: not visible; name their JMX addresses with --jmx, or try --embedded";
                    default ->
                        "broker: all threads of all brokers of the destination but the collector and the compilers";
                });
        lines.add("sent: batches as they went to the destination and lie on one replica; on disk: all replicas, by the"
                + " brokers' own account");
        lines.add(say(
                "over the network, requests and answers whole, before encryption: %s from the source, %s to the destination",
                new ByteCount(report.sourceLinkBytes()),
                report.copies().stream()
                        .map(copy -> copy.codec() + " " + new ByteCount(copy.linkBytes()))
                        .collect(Collectors.joining(", "))));
        return lines;
    }

    private static String ofTheJvm(CopyReport report) {
        return report.gcCpuSeconds().isPresent() && report.jitCpuSeconds().isPresent()
                ? say(
                        " (%.1f s and %.1f s in all)",
                        report.gcCpuSeconds().get(), report.jitCpuSeconds().get())
                : "";
    }

    private static String rounds(CopyReport report) {
        return report.copies().stream()
                .flatMap(copy -> copy.clientCpuSecondsPerMillion().stream())
                .map(one -> "n = " + one.n())
                .findFirst()
                .orElse("too few for an interval");
    }

    static List<String> proof(CopyResult result) {
        List<String> lines = new ArrayList<>();
        List<CopyProof> equal =
                result.proofs().stream().filter(CopyProof::equal).toList();
        result.proofs().stream().filter(proof -> !proof.equal()).forEach(proof -> lines.add(difference(proof)));
        equal.stream().map(CopyProof::records).distinct().forEach(records -> lines.add(equal(equal, records)));
        equal.stream()
                .filter(proof -> proof.beyondProof() > 0)
                .forEach(proof -> lines.add(say(
                        "%s: %,d records more cannot be compared, since the source does not hold them any more",
                        proof.topic(), proof.beyondProof())));
        if (lines.isEmpty()) {
            lines.add("not compared; --verify reads both sides again with Kafka's own consumer");
        }
        return lines;
    }

    /** Those that hold so many records, which all do unless the source lost some in between. */
    private static String equal(List<CopyProof> equal, long records) {
        List<CopyProof> some =
                equal.stream().filter(proof -> proof.records() == records).toList();
        return say(
                "%s: %,d records in %s, %s to the source in number, order, key, value, headers and timestamp",
                some.stream().map(CopyProof::topic).collect(Collectors.joining(", ")),
                records,
                count(some.get(0).partitions().size(), "partition"),
                some.size() == 1 ? "equal" : "each equal");
    }

    private static String difference(CopyProof proof) {
        List<CopyProof.Partition> different =
                proof.partitions().stream().filter(one -> !one.equal()).toList();
        return say(
                "%s DIFFERS in %s: %s",
                proof.topic(),
                count(different.size(), "partition"),
                different.stream()
                        .map(one -> say(
                                "%d has %,d records with checksum %s, the source %,d with %s",
                                one.partition(),
                                one.copyRecords(),
                                one.copyChecksum(),
                                one.sourceRecords(),
                                one.sourceChecksum()))
                        .collect(Collectors.joining("; ")));
    }

    static List<String> notes(CopyResult result) {
        CopyReport report = result.report();
        List<String> lines = new ArrayList<>();
        report.problem().ifPresent(problem -> lines.add("It could not go on: " + problem));
        for (CopyReport.Copy copy : report.copies()) {
            about(copy, lines);
        }
        if (report.recoveryCount() > 0) {
            lines.add(say(
                    "Began again at the last commit %s: %s",
                    report.recoveryCount() == 1 ? "once" : report.recoveryCount() + " times",
                    report.recoveries().get(0)));
        }
        report.copies().stream()
                .filter(copy -> copy.abortedRecords() > 0)
                .findFirst()
                .ifPresent(copy -> lines.add(say(
                        "%,d records of aborted transactions were left out, as consumers with read_committed do.",
                        copy.abortedRecords())));
        lines.add(
                "Consumers with isolation.level=read_committed see each record once; others may also see what a run that was"
                        + " killed had begun.");
        settings(result).ifPresent(lines::add);
        return lines;
    }

    private static void about(CopyReport.Copy copy, List<String> lines) {
        for (CopyGap gap : copy.gaps().stream().limit(GAPS_SHOWN).toList()) {
            lines.add(say(
                    "LOST: offsets %,d to %,d of partition %d were gone from the source before they could be copied to %s"
                            + " (retention, or deleted records).",
                    gap.fromOffset(), gap.toOffset() - 1, gap.partition(), copy.topic()));
        }
        if (copy.gaps().size() > GAPS_SHOWN) {
            lines.add(say("And %,d more such gaps in %s.", copy.gaps().size() - GAPS_SHOWN, copy.topic()));
        }
        if (copy.gaps().isEmpty() && copy.lostInAll() > 0) {
            lines.add(say(
                    "Earlier runs found %,d offsets gone from the source before they could be copied to %s.",
                    copy.lostInAll(), copy.topic()));
        }
        if (copy.recordsInAll() > copy.records()) {
            lines.add(say(
                    copy.records() == 0
                            ? "%s holds %,d records of this source; this run added none."
                            : "%s holds %,d records of this source; the figures are of the %,d that this run added.",
                    copy.topic(),
                    copy.recordsInAll(),
                    copy.records()));
        }
        if (copy.codec().equals("keep") && copy.batches() > copy.keptBatches() && copy.keptBatches() > 0) {
            lines.add(say(
                    "%,d of %,d batches of %s had to be made anew, in their own codec: brokers take no gaps that compaction"
                            + " left, and timestamps that a broker had set must stay.",
                    copy.batches() - copy.keptBatches(), copy.batches(), copy.topic()));
        }
    }

    /** What the source has and the copies do not, for the user to decide. */
    private static Optional<String> settings(CopyResult result) {
        if (result.destination().embedded() || result.report().copies().stream().noneMatch(CopyReport.Copy::created)) {
            return Optional.empty();
        }
        Map<String, String> theirs = new TreeMap<>(result.report().sourceSettings());
        theirs.keySet().retainAll(OURS.keySet());
        boolean retentionIsSet = theirs.containsKey("retention.ms");
        theirs.entrySet().removeIf(one -> one.getValue().equals(OURS.get(one.getKey())));
        String made = "Topics that were made keep everything for now (retention.ms=-1)";
        if (!theirs.isEmpty()) {
            return Optional.of(made + "; the source has "
                    + theirs.entrySet().stream()
                            .map(one -> one.getKey() + "=" + one.getValue())
                            .collect(Collectors.joining(", "))
                    + ".");
        }
        return Optional.of(
                made + (retentionIsSet ? ", as the source does." : "; the source has the cluster's own retention."));
    }
}
