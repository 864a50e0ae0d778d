package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.feature.measure.OfflineNotes;
import dev.squeeze.feature.measure.SweepTable;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.Markdown;
import dev.squeeze.kit.document.ResultHeader;
import dev.squeeze.kit.document.Sections;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.Wrapped;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** {@code squeeze advise} as text and as Markdown. */
public final class AdviseReport {
    private final AdviseResult result;
    private final Recommendation advice;

    AdviseReport(AdviseResult result) {
        this.result = result;
        this.advice = result.recommendation();
    }

    public static String text(AdviseResult result) {
        return new AdviseReport(result).text();
    }

    public static String markdown(AdviseResult result) {
        return new AdviseReport(result).markdown();
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        text.append(ResultHeader.sourceLine(result)).append("\n\n");
        text.append(advice.verdict()).append('\n');
        if (advice.leaveIt().isEmpty()) {
            Sections.text(text, "Producer", advice.producerConfig());
            Sections.text(text, "Topic (so that no broker compresses again)", advice.topicConfig());
        }
        text.append("\nWhat it does (GB and money are a month's)\n")
                .append(comparison().render("  "));
        savings().forEach(line -> text.append(Wrapped.lines(line, "  ")));
        verification().ifPresent(live -> {
            text.append('\n')
                    .append(VerificationReport.TITLE)
                    .append('\n')
                    .append(live.table().render("  "));
            live.words().forEach(line -> text.append(Wrapped.lines(line, "  ")));
        });
        if (!advice.runnersUp().isEmpty()) {
            text.append("\nWhat lost, and why (")
                    .append(String.format(Locale.ROOT, "%,d", advice.candidates()))
                    .append(" combinations were compared)\n");
            text.append(runnersUp().render("  "));
        }
        Sections.text(text, "Workload (each has a flag)", workload());
        Sections.text(text, "Mind", mind());
        commands(text);
        List<String> measured = new ArrayList<>(ResultHeader.detailLines(result));
        measured.add(OfflineNotes.runLine(result));
        Sections.text(text, "Measured", measured);
        return text.toString();
    }

    private String markdown() {
        StringBuilder text = new StringBuilder("# squeeze advise\n\n**")
                .append(Markdown.text(advice.verdict()))
                .append("**\n\n");
        if (advice.leaveIt().isEmpty()) {
            text.append(Markdown.code("properties", advice.producerConfig()))
                    .append("\nTopic, so that no broker compresses again:\n\n")
                    .append(Markdown.code("properties", advice.topicConfig()))
                    .append('\n');
        }
        text.append(comparison().markdown());
        Sections.markdown(text, "Savings", savings());
        verification().ifPresent(live -> {
            text.append("\n## ")
                    .append(VerificationReport.TITLE)
                    .append("\n\n")
                    .append(live.table().markdown());
            Sections.markdown(text, "What it comes to", live.words());
        });
        if (!advice.runnersUp().isEmpty()) {
            text.append("\n## What lost, and why\n\n").append(runnersUp().markdown());
        }
        Sections.markdown(text, "Workload", workload());
        Sections.markdown(text, "Mind", mind());
        Sections.markdown(text, "Next", result.next());
        Sections.markdown(text, "Data and machine", ResultHeader.lines(result));
        text.append('\n').append(new SweepTable(result).markdown());
        return text.append('\n')
                .append(Markdown.text(OfflineNotes.runLine(result)))
                .append('\n')
                .toString();
    }

    private Optional<VerificationReport> verification() {
        return result.verification().map(VerificationReport::new);
    }

    /** Commands stand on one line each, so that they can be copied. */
    private void commands(StringBuilder text) {
        text.append("\nNext\n");
        result.next().forEach(command -> text.append("  ").append(command).append('\n'));
    }

    List<String> mind() {
        List<String> lines =
                new ArrayList<>(advice.caveats().stream().map(Caveat::message).toList());
        result.source().notices().forEach(notice -> lines.add(notice.message()));
        if (result.sweep().interrupted()) {
            lines.add("The run was interrupted: the advice rests on what was measured until then.");
        }
        return lines;
    }

    TextTable comparison() {
        Prediction before = advice.current();
        Prediction after = advice.leaveIt().isPresent() ? advice.best() : advice.recommended();
        ResourceEstimate from = before.resources();
        ResourceEstimate to = after.resources();
        String currency = result.prices().currency();
        TextTable table = new TextTable(1);
        table.row("", "today", advice.leaveIt().isPresent() ? "best found" : "recommended", "change");
        table.row(
                "compression.type",
                before.settings().codec().toString(),
                after.settings().codec().toString(),
                "");
        table.row(
                "batch.size",
                today(before.settings().batchSizeBytes()),
                plain(after.settings().batchSizeBytes()),
                "");
        table.row(
                "linger.ms",
                today(before.settings().lingerMillis()),
                plain(after.settings().lingerMillis()),
                "");
        row(
                table,
                "records in a batch, achieved",
                before.fill().recordsPerBatch(),
                after.fill().recordsPerBatch(),
                "");
        table.row(
                "uncompressed bytes in a batch",
                ByteCount.binary(before.fill().recordBytesPerBatch()),
                ByteCount.binary(after.fill().recordBytesPerBatch()),
                Figures.change(before.fill().recordBytesPerBatch(), after.fill().recordBytesPerBatch()));
        table.row("ratio of such a batch", ratio(before), ratio(after), "");
        row(table, "producers to brokers, GB", from.wireGigabytesPerMonth(), to.wireGigabytesPerMonth(), "");
        row(table, "between zones, GB", from.crossZoneGigabytesPerMonth(), to.crossZoneGigabytesPerMonth(), "");
        row(table, "on disks, GB", from.diskGigabytes(), to.diskGigabytes(), "");
        row(table, "producer cores", from.producerCores(), to.producerCores(), "");
        row(table, "broker cores, validating", from.brokerCores(), to.brokerCores(), "");
        row(table, "consumer cores, all groups", from.consumerCores(), to.consumerCores(), "");
        row(table, "latency added, ms at most", before.addedLatencyMillis(), after.addedLatencyMillis(), "");
        row(table, "zone traffic, " + currency, from.zoneMoney(), to.zoneMoney(), "");
        row(table, "disks, " + currency, from.diskMoney(), to.diskMoney(), "");
        row(table, "cores, " + currency, from.cpuMoney(), to.cpuMoney(), "");
        row(table, "together, " + currency, from.money(), to.money(), "");
        return table;
    }

    private String today(int value) {
        return result.request().fromLog().batches() ? "(" + plain(value) + ")" : plain(value);
    }

    private static String plain(int value) {
        return Integer.toString(value);
    }

    private static String ratio(Prediction prediction) {
        return new Ratio(prediction.ratio())
                + (prediction.ratioRelativeHalfWidth() == 0
                        ? ""
                        : " " + Figures.percent(prediction.ratioRelativeHalfWidth()));
    }

    private static void row(TextTable table, String name, double before, double after, String unit) {
        table.row(name, Figures.number(before) + unit, Figures.number(after) + unit, Figures.change(before, after));
    }

    List<String> savings() {
        List<String> lines = new ArrayList<>();
        String subject = advice.leaveIt().isPresent() ? "It would save" : "Saves";
        lines.add(subject + " a month, with intervals at 95 %: "
                + span(advice.savings().money(), result.prices().currency()) + "; "
                + span(advice.savings().wireGigabytes(), "GB on the wire") + "; "
                + span(advice.savings().diskGigabytes(), "GB of disk") + ". " + cores());
        lines.add("Freed bytes turn into money in steps: brokers and disks are bought whole.");
        return lines;
    }

    private String cores() {
        ConfidenceInterval saved = advice.savings().cores();
        boolean costs = saved.estimate() < 0;
        ConfidenceInterval shown = costs
                ? new ConfidenceInterval(-saved.estimate(), -saved.high(), -saved.low(), saved.n(), saved.exact())
                : saved;
        return "It " + (costs ? "costs " : "frees ") + span(shown, "cores") + ".";
    }

    private static String span(ConfidenceInterval interval, String unit) {
        return Figures.number(interval.estimate()) + " " + unit + " (" + Figures.number(interval.low()) + " to "
                + Figures.number(interval.high()) + ")";
    }

    TextTable runnersUp() {
        TextTable table = new TextTable(1);
        table.row("setting", "batch", "ratio", "latency ms", result.prices().currency() + "/month", "why not");
        for (RunnerUp one : advice.runnersUp()) {
            Prediction prediction = one.prediction();
            table.row(
                    prediction.settings().toString(),
                    ByteCount.binary(prediction.fill().recordBytesPerBatch()),
                    new Ratio(prediction.ratio()).toString(),
                    Figures.number(prediction.addedLatencyMillis()),
                    Figures.number(prediction.resources().money()),
                    one.whyNot());
        }
        return table;
    }

    List<String> workload() {
        Workload workload = result.workload();
        Prices prices = result.prices();
        FromLog from = result.request().fromLog();
        List<String> lines = new ArrayList<>();
        lines.add(String.format(
                Locale.ROOT,
                "--rate %s%s: %s records/s, %s/s uncompressed",
                result.request().rate(),
                result.request().rateIsAssumed() ? " (assumed)" : from.rate() ? " (by the log's timestamps)" : "",
                Figures.number(workload.recordsPerSecond()),
                ByteCount.binary(workload.uncompressedBytesPerSecond())));
        lines.add(String.format(
                Locale.ROOT,
                "--partitions %d%s  --producers %d%s  --brokers %d  --replication-factor %d  --consumer-groups %d  %s",
                workload.partitions(),
                from.partitions() ? " (of the log)" : "",
                workload.producers(),
                from.producers() ? " (by the depth of the log's batches)" : "",
                workload.brokers(),
                workload.replicationFactor(),
                workload.consumerGroups(),
                workload.keyed() ? "(keyed)" : "(no keys: sticky partitioner)"));
        lines.add(String.format(
                Locale.ROOT,
                "--retention %s  --zones %d  --current %s%s",
                DurationText.format(workload.retention()).replace(" ", ""),
                workload.zones(),
                String.join(",", result.request().current().configLines()),
                from.batches() ? " (the log's codec, and the client's defaults for what is not in a log)" : ""));
        lines.add(String.format(
                Locale.ROOT,
                "--optimize %s%s%s",
                result.request().objective().name().toLowerCase(Locale.ROOT),
                limit("  --max-latency %.0fms", result.request().limits().maxLatencyMillis()),
                limit("  --max-producer-cores %.2f", result.request().limits().maxProducerCores())
                        + (result.request().limits().coresAreAssumed()
                                ? " (what one thread of each producer can do)"
                                : "")));
        lines.add(String.format(
                Locale.ROOT,
                "--prices %s (%s): zone traffic %s, disk %s/month at %.0f %% full, vCPU %s/h at %.0f %% busy, in %s%s",
                prices.name(),
                prices.date(),
                Figures.number(prices.zoneTransferPerGb()) + "/GB",
                Figures.number(prices.diskPerGbMonth()) + "/GB",
                100 * prices.diskUtilisation(),
                Figures.number(prices.vcpuPerHour()),
                100 * prices.cpuUtilisation(),
                prices.currency(),
                prices.billedOn() == Prices.BilledOn.UNCOMPRESSED ? ", billed on uncompressed bytes" : ""));
        return lines;
    }

    private static String limit(String format, java.util.OptionalDouble limit) {
        return limit.isPresent() ? String.format(Locale.ROOT, format, limit.getAsDouble()) : "";
    }
}
