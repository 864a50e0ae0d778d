package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.advise.Ladder;
import dev.squeeze.feature.advise.Step;
import dev.squeeze.feature.explain.LadderComparison.Side;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The report on the two ladders. */
final class LadderWording {
    static final String TITLE = "Settings and changes together";

    private final LadderComparison ladders;
    private final String currency;

    LadderWording(LadderComparison ladders, String currency) {
        this.ladders = ladders;
        this.currency = currency;
    }

    /** The cost with other settings alone, with changes alone, and with both. */
    String summary() {
        Side before = ladders.asTheyAre();
        Side after = ladders.changed();
        String all = Figures.say(
                "Cost today: %s %s/month (traffic, disks and cores). With other settings alone %s, with %s alone %s, with both %s (%s, best with %s).",
                money(before.today()),
                currency,
                money(before.cheapest()),
                Figures.count(ladders.changes().size(), "change"),
                money(after.today()),
                money(after.cheapest()),
                change(after.cheapest()),
                compact(after.cheapest().settings()));
        boolean more = after.cheapest().resources().money()
                < before.cheapest().resources().money();
        return more ? all : all + " With these settings the changes save nothing more: leave the records as they are.";
    }

    /** One row per step; bytes are compared with today's settings and the records as they are. */
    TextTable table() {
        TextTable table = new TextTable(1)
                .row(
                        "",
                        "as they are: codec,\nbatch.size, linger.ms",
                        "\nbytes",
                        currency + "\n/month",
                        "with the changes: codec,\nbatch.size, linger.ms",
                        "\nbytes",
                        currency + "\n/month");
        table.row(row(
                "today",
                Optional.of(ladders.asTheyAre().today()),
                Optional.of(ladders.changed().today())));
        for (Step step : Step.values()) {
            Optional<Prediction> before = rung(ladders.asTheyAre(), step);
            Optional<Prediction> after = rung(ladders.changed(), step);
            if (before.isPresent() || after.isPresent()) {
                table.row(row(step.label(), before, after));
            }
        }
        return table;
    }

    List<String> changes() {
        return ladders.changes();
    }

    /** Introduces the list of changes. */
    String applied() {
        return Figures.say(
                "Applied together, these changes save %s stored bytes per record in today's batches (%s):",
                ExplainWording.withHalfWidth(ladders.savedBytesPerRecord()),
                ExplainWording.share(ladders.savedShare()));
    }

    List<String> method() {
        return List.of(
                Figures.say(
                        "Both ladders are computed as by squeeze advise, from the same %s, each with codecs measured on its own bytes; a"
                                + " step is left out if it saves nothing over the one before.",
                        Figures.count(ladders.records(), "record")),
                "The changes are those above that save bytes without losing information, but not another key, leaving out fields"
                        + " that nobody reads, or a dictionary.");
    }

    private List<String> row(String label, Optional<Prediction> before, Optional<Prediction> after) {
        List<String> cells = new ArrayList<>();
        cells.add(label);
        for (Optional<Prediction> side : List.of(before, after)) {
            cells.add(side.map(Prediction::settings).map(LadderWording::compact).orElse(""));
            cells.add(side.map(this::change).orElse(""));
            cells.add(side.map(LadderWording::money).orElse(""));
        }
        return cells;
    }

    private static Optional<Prediction> rung(Side side, Step step) {
        return side.ladder().rungs().stream()
                .filter(rung -> rung.step() == step)
                .findFirst()
                .map(Ladder.Rung::prediction);
    }

    private String change(Prediction prediction) {
        double today = ladders.asTheyAre().today().resources().wireBytesPerSecond();
        double change = prediction.resources().wireBytesPerSecond() / today - 1;
        return prediction.equals(ladders.asTheyAre().today()) ? "" : Figures.say("%+.0f %%", 100 * change);
    }

    private static String money(Prediction prediction) {
        return Figures.number(prediction.resources().money());
    }

    private static String compact(ProducerSettings settings) {
        return settings.codec() + ", " + settings.batchSizeBytes() + ", " + settings.lingerMillis();
    }
}
