package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.ResourceEstimate;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Axis;
import dev.squeeze.kit.document.html.Series;
import dev.squeeze.kit.document.html.Spot;
import dev.squeeze.kit.document.html.XyChart;
import dev.squeeze.kit.unit.ByteCount;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ladder as a table, and as a curve of what is saved against what is waited. */
final class LadderSection {
    static final String TITLE = "From the least change to the largest saving";

    private final Ladder ladder;
    private final Prediction current;
    private final String currency;

    private LadderSection(Ladder ladder, Prediction current, String currency) {
        this.ladder = ladder;
        this.current = current;
        this.currency = currency;
    }

    /** Empty where there is no rung. */
    static Optional<LadderSection> of(AdviseResult result) {
        return result.recommendation()
                .ladder()
                .filter(ladder -> !ladder.rungs().isEmpty())
                .map(ladder -> new LadderSection(
                        ladder,
                        result.recommendation().current(),
                        result.prices().currency()));
    }

    List<Block> blocks() {
        return List.of(Block.Drawing.of(curve().figure()), new Block.Table(TITLE, table()));
    }

    /** One row for each rung, today first; the recommended one is marked. */
    TextTable table() {
        TextTable table = new TextTable(2);
        table.row(
                "", "settings", "bytes", "p50/p99 ms", "cores\nprod/brok/cons", currency + "/month", "of the\nsaving");
        table.row(row("  today", current, ""));
        for (int i = 0; i < ladder.rungs().size(); i++) {
            Ladder.Rung rung = ladder.rungs().get(i);
            boolean taken =
                    ladder.recommended().isPresent() && ladder.recommended().getAsInt() == i;
            table.row(row(
                    (taken ? "> " : "  ") + rung.step().label(),
                    rung.prediction(),
                    Figures.say("%.0f %%", 100 * rung.shareOfSaving())));
        }
        return table;
    }

    private List<String> row(String label, Prediction prediction, String share) {
        ResourceEstimate resources = prediction.resources();
        double less = resources.wireBytesPerSecond() / current.resources().wireBytesPerSecond() - 1;
        return List.of(
                label,
                compact(prediction.settings()),
                prediction.equals(current) ? "" : Figures.say("%+.0f %%", 100 * less),
                latency(prediction),
                cores(resources.producerCores()) + "/" + cores(resources.brokerCores()) + "/"
                        + cores(resources.consumerCores()),
                Figures.number(resources.money()),
                share);
    }

    private static String compact(ProducerSettings settings) {
        return settings.topicCodec().map(topic -> "topic " + topic + ", ").orElse("") + settings.codec() + ", "
                + new ByteCount(settings.batchSizeBytes()) + ", " + settings.lingerMillis() + " ms";
    }

    private static String latency(Prediction prediction) {
        return prediction
                .played()
                .map(played -> millis(played.ackMedianMillis()) + "/" + millis(played.ackP99Millis()))
                .orElseGet(() -> "up to " + millis(prediction.addedLatencyMillis()));
    }

    private static String millis(double millis) {
        return Figures.say(millis >= 10 ? "%.0f" : "%.1f", millis);
    }

    private static String cores(double cores) {
        return Figures.say(cores >= 10 ? "%.0f" : "%.2f", cores);
    }

    private XyChart curve() {
        List<Spot> points = new ArrayList<>();
        Series today = Series.nth("today", 1);
        Series rungs = Series.nth("rungs of the ladder", 0);
        double slowest = waited(current);
        for (Ladder.Rung rung : ladder.rungs()) {
            slowest = Math.max(slowest, waited(rung.prediction()));
        }
        XyChart chart = new XyChart(
                "Saving against latency",
                "each rung of the ladder: what it saves, and how long half of the records wait at least",
                Axis.linear("median latency from send() to acknowledgement, ms", 0, slowest, Figures::axis),
                Axis.linear("share of the largest saving, %", 0, 100, Figures::axis));
        points.add(spot(current, 0, today, "today"));
        for (Ladder.Rung rung : ladder.rungs()) {
            points.add(spot(
                    rung.prediction(),
                    100 * rung.shareOfSaving(),
                    rungs,
                    rung.step().label()));
        }
        points.forEach(chart::spot);
        return chart.front(points);
    }

    private static Spot spot(Prediction prediction, double share, Series series, String label) {
        double waited = waited(prediction);
        return new Spot(
                waited,
                waited,
                waited,
                share,
                share,
                share,
                series,
                false,
                label,
                label + ": " + prediction.settings());
    }

    private static double waited(Prediction prediction) {
        return prediction.played().map(Prediction.Played::ackMedianMillis).orElse(prediction.addedLatencyMillis());
    }
}
