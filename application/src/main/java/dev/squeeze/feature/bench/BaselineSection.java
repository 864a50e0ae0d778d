package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.feature.bench.ComparisonInfo.Direction;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import java.util.ArrayList;
import java.util.List;

/** The section on changes since an earlier run. */
final class BaselineSection {
    private final BaselineInfo baseline;
    private final double minEffect;

    BaselineSection(BaselineInfo baseline, double minEffect) {
        this.baseline = baseline;
        this.minEffect = minEffect;
    }

    String title() {
        return "Change since " + baseline.name();
    }

    /** One sentence, for below the verdict. */
    String summary() {
        return say("Since %s (%s): %s.", baseline.name(), day(), whatChanged());
    }

    private String whatChanged() {
        if (baseline.changes().isEmpty()) {
            return "no figure of this run can be compared";
        }
        if (baseline.changes().stream().allMatch(change -> change.low().isEmpty())) {
            return "a single round gives no intervals, so changes cannot be judged";
        }
        List<String> better = arms(Direction.BETTER);
        List<String> worse = arms(Direction.WORSE);
        return worse.isEmpty() && better.isEmpty()
                ? "no change beyond run-to-run variation"
                : (worse.isEmpty() ? "nothing is worse" : "worse: " + String.join("; ", worse))
                        + (better.isEmpty() ? "" : "; better: " + String.join("; ", better));
    }

    private String day() {
        return baseline.startedAt().toString().substring(0, "2000-01-01".length());
    }

    private List<String> arms(Direction direction) {
        return baseline.changes().stream()
                .filter(change -> {
                    ComparisonInfo comparison = comparison(change);
                    return comparison.difference() && comparison.direction() == direction;
                })
                .map(change -> say("%s of %s %s", words(change), change.arm(), percent(change)))
                .toList();
    }

    List<Block> blocks() {
        List<String> hard = new ArrayList<>(baseline.conditionDifferences());
        hard.addAll(baseline.missing());
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Caveats("Compare with care", hard));
        blocks.add(Block.titled(
                say("Change of each figure since %s; intervals assume independent runs", baseline.startedAt()),
                table()));
        return blocks;
    }

    private TextTable table() {
        TextTable table = new TextTable(2).namesOnce();
        table.row("arm", "figure", "before", "now", "change", "interval", "verdict");
        for (BaselineInfo.ChangeInfo change : baseline.changes()) {
            double half = halfWidth(change);
            table.row(
                    change.arm(),
                    Metric.withKey(change.metric()).map(BenchFigures::words).orElse(change.metric()),
                    Figures.uncertain("%,.2f", change.before(), half),
                    Figures.uncertain("%,.2f", change.now(), half),
                    percent(change),
                    interval(change),
                    verdict(change));
        }
        return table;
    }

    private static double halfWidth(BaselineInfo.ChangeInfo change) {
        double wider = Math.max(
                change.high().orElse(Double.MAX_VALUE) - change.change(),
                change.change() - change.low().orElse(change.change()));
        // Without an interval, even three digits claim more than is known.
        return change.low().isEmpty() ? 0.05 : Math.min(0.99, wider);
    }

    private static String words(BaselineInfo.ChangeInfo change) {
        return Metric.withKey(change.metric()).map(Metric::title).orElse(change.metric());
    }

    private static String percent(BaselineInfo.ChangeInfo change) {
        return say("%+.1f %%", 100 * change.change());
    }

    private static String interval(BaselineInfo.ChangeInfo change) {
        if (change.low().isEmpty()) {
            return "none: a single round";
        }
        double low = 100 * change.low().getAsDouble();
        return change.high().isEmpty()
                ? say("%+.1f or more", low)
                : say("%+.1f to %+.1f", low, 100 * change.high().getAsDouble());
    }

    private String verdict(BaselineInfo.ChangeInfo change) {
        return change.low().isEmpty() ? "not known" : BenchTables.verdict(comparison(change), minEffect);
    }

    private ComparisonInfo comparison(BaselineInfo.ChangeInfo change) {
        return change.asComparison(baseline.name(), minEffect);
    }
}
