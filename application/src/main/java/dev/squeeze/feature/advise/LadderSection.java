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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The ladder as a table, and as a curve of saving against latency. */
final class LadderSection {
    static final String TITLE = "From the least change to the largest saving";

    private final Ladder ladder;
    private final Prediction current;
    private final String currency;
    private final List<String> elsewhere;

    private LadderSection(Ladder ladder, AdviseResult result) {
        this.ladder = ladder;
        this.current = result.recommendation().current();
        this.currency = result.prices().currency();
        this.elsewhere = result.recommendation()
                .robustness()
                .map(RobustnessWords::sentences)
                .orElse(List.of());
    }

    /** Empty if the ladder has no rungs. */
    static Optional<LadderSection> of(AdviseResult result) {
        return result.recommendation()
                .ladder()
                .filter(ladder -> !ladder.rungs().isEmpty())
                .map(ladder -> new LadderSection(ladder, result));
    }

    /** The curve, to open a page with. */
    Block knee() {
        return Block.Drawing.of(curve().figure());
    }

    /** The table, and how the recommended settings do under other conditions. */
    List<Block> blocks() {
        return List.of(new Block.Table(TITLE, table()), new Block.Lines(elsewhere));
    }

    /** One row per rung, after today's; the recommended one is marked. */
    TextTable table() {
        TextTable table = new TextTable(2);
        table.row(
                "",
                "codec, batch.size,\nlinger.ms",
                "bytes",
                "latency ms\np50 / p99",
                "cores: producers,\nbrokers, consumers",
                currency + "\nper month",
                "of the\nsaving");
        table.row(row("  today", current, ladder.shareOfToday() < 0.005 ? "" : share(ladder.shareOfToday())));
        for (int i = 0; i < ladder.rungs().size(); i++) {
            Ladder.Rung rung = ladder.rungs().get(i);
            boolean taken =
                    ladder.recommended().isPresent() && ladder.recommended().getAsInt() == i;
            if (taken) {
                table.emphasizeNext();
            }
            table.row(row((taken ? "> " : "  ") + rung.step().label(), rung.prediction(), share(rung.shareOfSaving())));
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
                LatencyWords.of(prediction),
                cores(resources.producerCores()) + " / " + cores(resources.brokerCores()) + " / "
                        + cores(resources.consumerCores()),
                Figures.number(resources.money()),
                share);
    }

    private static String compact(ProducerSettings settings) {
        return settings.topicCodec().map(topic -> "topic " + topic + ", ").orElse("") + settings.codec() + ", "
                + settings.batchSizeBytes() + ", " + settings.lingerMillis();
    }

    private static String share(double ofSaving) {
        return Figures.say("%.0f %%", 100 * ofSaving);
    }

    private static String cores(double cores) {
        return Figures.say(cores >= 10 ? "%.0f" : "%.2f", cores);
    }

    private XyChart curve() {
        List<Spot> points = new ArrayList<>();
        Series today = Series.nth("today", 1);
        Series rungs = Series.nth("steps", 0);
        double slowest = waited(current);
        for (Ladder.Rung rung : ladder.rungs()) {
            slowest = Math.max(slowest, waited(rung.prediction()));
        }
        XyChart chart = new XyChart(
                "Saving against latency",
                "What each step saves, and the latency that half of the records exceed.",
                Axis.linear("median ms from send() to acknowledgement", 0, slowest, Figures::axis),
                Axis.linear("share of the largest saving, %", 0, 100, Figures::axis));
        points.add(spot(current, 100 * ladder.shareOfToday(), today, "today"));
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
        return prediction
                .simulated()
                .map(Prediction.SimulatedTraffic::ackMedianMillis)
                .orElse(prediction.addedLatencyMillis());
    }
}
