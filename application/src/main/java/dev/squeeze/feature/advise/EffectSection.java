package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.feature.measure.SweepCharts;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.PageParts;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.BarChart;
import dev.squeeze.kit.document.html.Element;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Ratio;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Compares today's settings with the recommended ones, or with the best found if today's should stay. */
final class EffectSection {
    /** Below these values a relative change is meaningless. */
    private static final double NOTABLE_CORES = 0.1;

    private static final double NOTABLE_MILLIS = 0.1;
    private static final double NOTABLE_MONEY = 10;

    static final String TITLE = "What changes (GB and money are per month)";

    private final AdviseResult result;
    private final Recommendation advice;
    private final String currency;
    private final boolean leaveIt;
    private final boolean keepsToday;
    private final String afterName;
    private final Prediction before;
    private final Prediction after;

    EffectSection(AdviseResult result) {
        this.result = result;
        advice = result.recommendation();
        currency = result.prices().currency();
        leaveIt = advice.leaveIt().isPresent();
        before = advice.current();
        after = leaveIt ? advice.best() : advice.recommended();
        keepsToday = leaveIt && after.settings().equals(before.settings());
        afterName = leaveIt && !keepsToday ? "best found" : "recommended";
    }

    List<Block> blocks() {
        return List.of(
                Block.Drawing.of(moneyChart()),
                new Block.Table("Today and " + afterName + "; GB and money are per month", comparison()),
                new Block.Lines(savings()));
    }

    /** The batch to mark in charts. */
    SweepCharts.MarkedBatch marked() {
        return new SweepCharts.MarkedBatch(after.fill().recordBytesPerBatch(), afterName);
    }

    private TextTable comparison() {
        ResourceEstimate from = before.resources();
        ResourceEstimate to = after.resources();
        TextTable table = new TextTable(1);
        table.row("", "today", afterName, "change");
        settings(table);
        row(
                table,
                "records per batch, achieved",
                before.fill().recordsPerBatch(),
                after.fill().recordsPerBatch());
        table.row(
                "uncompressed bytes per batch",
                ByteCount.binary(before.fill().recordBytesPerBatch()),
                ByteCount.binary(after.fill().recordBytesPerBatch()),
                Figures.change(before.fill().recordBytesPerBatch(), after.fill().recordBytesPerBatch()));
        table.row("compression ratio", ratio(before), ratio(after), "");
        if (before.sentRatio().isPresent() || after.sentRatio().isPresent()) {
            row(table, "producers to brokers, GB", sentGigabytes(before), sentGigabytes(after));
            row(table, "each replica or read, GB", from.wireGigabytesPerMonth(), to.wireGigabytesPerMonth());
        } else {
            row(table, "producers to brokers, GB", from.wireGigabytesPerMonth(), to.wireGigabytesPerMonth());
        }
        row(table, "between zones, GB", from.crossZoneGigabytesPerMonth(), to.crossZoneGigabytesPerMonth());
        row(table, "on disks, GB", from.diskGigabytes(), to.diskGigabytes());
        further(table, "in the object store, GB", from.objectStoreGigabytes(), to.objectStoreGigabytes());
        row(table, "producer cores", from.producerCores(), to.producerCores(), NOTABLE_CORES);
        row(table, "broker cores", from.brokerCores(), to.brokerCores(), NOTABLE_CORES);
        row(table, "consumer cores, all groups", from.consumerCores(), to.consumerCores(), NOTABLE_CORES);
        latency(table, "latency, p50, ms", Prediction.SimulatedTraffic::ackMedianMillis);
        latency(table, "latency, p99, ms", Prediction.SimulatedTraffic::ackP99Millis);
        row(table, "zone traffic, " + currency, from.zoneMoney(), to.zoneMoney());
        row(table, "disks, " + currency, from.diskMoney(), to.diskMoney());
        further(table, "vendor's traffic, " + currency, from.vendorMoney(), to.vendorMoney());
        further(table, "object store, " + currency, from.objectStoreMoney(), to.objectStoreMoney());
        row(table, "cores, " + currency, from.cpuMoney(), to.cpuMoney(), NOTABLE_MONEY);
        row(table, "total, " + currency, from.money(), to.money());
        return table;
    }

    /** Omitted for documents of earlier versions, which lack it. */
    private void latency(TextTable table, String name, ToDoubleFunction<Prediction.SimulatedTraffic> millis) {
        if (before.simulated().isPresent() && after.simulated().isPresent()) {
            row(
                    table,
                    name,
                    millis.applyAsDouble(before.simulated().get()),
                    millis.applyAsDouble(after.simulated().get()),
                    NOTABLE_MILLIS);
        }
    }

    private static double sentGigabytes(Prediction prediction) {
        double ratio = prediction.ratio();
        return prediction.resources().wireGigabytesPerMonth()
                * ratio
                / prediction.sentRatio().orElse(ratio);
    }

    /** Adds a row only if the workload and the price list have such an amount. */
    private static void further(TextTable table, String name, double from, double to) {
        if (from > 0 || to > 0) {
            row(table, name, from, to);
        }
    }

    private void settings(TextTable table) {
        table.row(
                "compression.type",
                before.settings().codec().toString(),
                after.settings().codec().toString(),
                "");
        if (before.settings().topicCodec().isPresent()
                || after.settings().topicCodec().isPresent()) {
            table.row(TopicCompression.KEY + " of the topic", ofTopic(before), ofTopic(after), "");
        }
        table.row(
                "batch.size",
                today("batch.size", before.settings().batchSizeBytes()),
                Integer.toString(after.settings().batchSizeBytes()),
                "");
        table.row(
                "linger.ms",
                today("linger.ms", before.settings().lingerMillis()),
                Integer.toString(after.settings().lingerMillis()),
                "");
    }

    private static String ofTopic(Prediction prediction) {
        return prediction.settings().topicCodec().map(Codec::toString).orElse(TopicCompression.PRODUCER.value());
    }

    /** In parentheses if the log does not show it and the client's default is assumed. */
    private String today(String key, int value) {
        return result.request().fromLog().isAssumed(key) ? "(" + value + ")" : Integer.toString(value);
    }

    /** Includes the interval. */
    static String ratio(Prediction prediction) {
        return new Ratio(prediction.ratio())
                + (prediction.ratioRelativeHalfWidth() == 0
                        ? ""
                        : " " + Figures.percent(prediction.ratioRelativeHalfWidth()));
    }

    private static void row(TextTable table, String name, double before, double after) {
        table.row(name, Figures.number(before), Figures.number(after), Figures.change(before, after));
    }

    private static void row(TextTable table, String name, double before, double after, double notable) {
        table.row(name, Figures.number(before), Figures.number(after), Figures.change(before, after, notable));
    }

    private List<String> savings() {
        if (keepsToday) {
            return List.of(
                    advice.ladder().flatMap(Ladder::most).isPresent()
                            ? "The cheaper settings save too little to be worth a change."
                            : "No other setting does better, so there is nothing to save.");
        }
        List<String> lines = new ArrayList<>();
        lines.add((leaveIt ? "It would save" : "Saves") + " per month (95 % intervals"
                + RateWords.atRates(result.request().rateFactor(), ", ") + "): "
                + span(advice.savings().money(), currency) + "; "
                + span(advice.savings().wireGigabytes(), "GB on the wire") + "; "
                + span(advice.savings().diskGigabytes(), "GB of disk") + ". " + cores());
        lines.add(BrokersLine.WHEN_MONEY_IS_SAVED);
        BrokersLine.of(result).ifPresent(lines::add);
        return lines;
    }

    private String cores() {
        ConfidenceInterval saved = advice.savings().cores();
        if (eitherWay(saved)) {
            return "Whether it needs more or fewer cores is " + Figures.UNKNOWN + " (" + fromMoreToFewer(saved) + ").";
        }
        return "It " + (saved.estimate() < 0 ? "costs " : "frees ") + span(PageParts.size(saved), "cores") + ".";
    }

    private static String span(ConfidenceInterval interval, String unit) {
        return Figures.number(interval.estimate()) + " " + unit + " (" + PageParts.between(interval) + ")";
    }

    Block tiles() {
        return new Block.Tiles(List.of(
                moneyTile(),
                wireTile(),
                new PageParts.Tile(
                        "Ratio of a batch", new Ratio(after.ratio()).toString(), "today " + new Ratio(before.ratio())),
                coresTile(),
                new PageParts.Tile(
                        "Latency, p50 / p99",
                        LatencyWords.of(after) + " ms",
                        "today " + LatencyWords.of(before) + " ms")));
    }

    private PageParts.Tile moneyTile() {
        ConfidenceInterval money = advice.savings().money();
        boolean saves = money.estimate() >= 0;
        String verb = leaveIt && !keepsToday
                ? "The best found would " + (saves ? "save" : "cost")
                : saves ? "Saves" : "Costs";
        return new PageParts.Tile(
                verb + ", " + currency + "/month" + (saves ? "" : " more"),
                Figures.number(Math.abs(money.estimate())),
                PageParts.between(PageParts.size(money)) + "; today "
                        + Figures.number(before.resources().money()));
    }

    private PageParts.Tile wireTile() {
        ConfidenceInterval wire = advice.savings().wireGigabytes();
        return new PageParts.Tile(
                "Bytes on the wire",
                Figures.change(
                        before.resources().wireBytesPerSecond(),
                        after.resources().wireBytesPerSecond()),
                PageParts.span(PageParts.size(wire)) + " GB/month " + (wire.estimate() >= 0 ? "less" : "more"));
    }

    private PageParts.Tile coresTile() {
        ConfidenceInterval cores = advice.savings().cores();
        if (eitherWay(cores)) {
            return new PageParts.Tile("Cores", Figures.UNKNOWN, fromMoreToFewer(cores));
        }
        return new PageParts.Tile(
                cores.estimate() < 0 ? "Costs, cores" : "Frees, cores",
                Figures.number(Math.abs(cores.estimate())),
                PageParts.between(PageParts.size(cores)));
    }

    /** Whether even the sign of the difference is uncertain. */
    private static boolean eitherWay(ConfidenceInterval saved) {
        return saved.low() < 0 && saved.high() > 0;
    }

    private static String fromMoreToFewer(ConfidenceInterval saved) {
        return Figures.number(-saved.low()) + " more to " + Figures.number(saved.high()) + " fewer";
    }

    private Element moneyChart() {
        double max = Math.max(before.resources().money(), after.resources().money());
        BarChart chart = new BarChart("Cost per month", "", Axis.linear(currency + "/month", 0, max, Figures::axis));
        chart.row(bar("today", before));
        chart.row(bar(afterName, after));
        return chart.figure();
    }

    private BarChart.Row bar(String name, Prediction prediction) {
        ResourceEstimate resources = prediction.resources();
        List<BarChart.Part> parts = new ArrayList<>();
        String[] names = {"zone traffic", "disks", "cores", "vendor's traffic", "object store"};
        double[] amounts = {
            resources.zoneMoney(),
            resources.diskMoney(),
            resources.cpuMoney(),
            resources.vendorMoney(),
            resources.objectStoreMoney()
        };
        // Only some price lists and topics have the last two.
        int shown = resources.objectStoreMoney() > 0 ? 5 : resources.vendorMoney() > 0 ? 4 : 3;
        for (int i = 0; i < shown; i++) {
            parts.add(new BarChart.Part(
                    Series.nth(names[i], i),
                    amounts[i],
                    name + ", " + names[i] + ": " + Figures.number(amounts[i]) + " " + currency));
        }
        return new BarChart.Row(name, parts, resources.money(), resources.money(), Figures.number(resources.money()));
    }
}
