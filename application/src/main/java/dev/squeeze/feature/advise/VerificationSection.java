package dev.squeeze.feature.advise;

import dev.squeeze.feature.bench.ForecastRows;
import dev.squeeze.feature.bench.VerificationInfo;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Predictions compared with the measurements of a live run, as text, charts and a table. */
final class VerificationSection {
    static final String TITLE = "Predicted and measured";

    private final VerificationInfo info;

    VerificationSection(VerificationInfo info) {
        this.info = info;
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(new Block.Lines(info.words()));
        charts().forEach(chart -> blocks.add(Block.Drawing.of(chart)));
        blocks.add(new Block.Table("Predicted, and measured with its 95 % interval over rounds", table()));
        blocks.add(new Block.Lines(conditions()));
        return blocks;
    }

    /** How the live run was made, and its limitations. */
    private List<String> conditions() {
        List<String> lines = new ArrayList<>();
        lines.add(load());
        info.drift().ifPresent(change -> lines.add(drift(change)));
        info.runs().forEach(run -> run.limit().ifPresent(limit -> lines.add(limit(run, limit))));
        info.failure().ifPresent(reason -> lines.add("Verification ended early: " + reason));
        if (info.interrupted()) {
            lines.add("Verification was interrupted: figures are from the rounds completed before.");
        }
        return lines;
    }

    private String load() {
        VerificationInfo.LoadInfo load = info.load();
        String where = info.cluster().embedded()
                ? "on " + load.brokers() + " embedded broker" + (load.brokers() == 1 ? "" : "s")
                : "on the cluster at " + info.cluster().bootstrap().orElse("?");
        return String.format(
                Locale.ROOT,
                "Run %s: %s records/s, evenly paced, from %d producer%s%s, %d partitions, %d replica%s; %d rounds of %.1f s"
                        + " for each setting%s; ± is the 95 %% interval over rounds.%s",
                where,
                Figures.number(load.recordsPerSecond()),
                load.producers(),
                load.producers() == 1 ? "" : "s",
                producers(load),
                load.partitions(),
                load.replicationFactor(),
                load.replicationFactor() == 1 ? "" : "s",
                info.rounds() - info.roundsLeftOut(),
                info.trialSeconds(),
                info.roundsLeftOut() == 0 ? "" : " after " + info.roundsLeftOut() + " for warm-up",
                load.producers() == 1 || load.sharedRecords().orElse(false)
                        ? ""
                        : " Each producer sends all records in order. If producers share them, as in real applications,"
                                + " a batch has fewer neighbouring records and compresses less.");
    }

    private static String producers(VerificationInfo.LoadInfo load) {
        boolean shared = load.sharedRecords().orElse(false);
        if (load.producers() < load.ofProducers()) {
            return " of " + load.ofProducers() + (shared ? " that share the records" : ", with their share");
        }
        return load.producers() > 1 && shared ? " that share the records" : "";
    }

    /** What was recommended before the live run may have changed. */
    private static String standing(String before) {
        return before.equals("recommended") ? "predicted best" : before;
    }

    private static String drift(VerificationInfo.DriftInfo drift) {
        return String.format(
                Locale.ROOT,
                "Change since calibration%s: CPU per unit of work %.2fx, wake-up cost %.2fx%s (from %d of the calibration's loads, run in"
                        + " between in %d rounds; spread %.0f %%). Predicted CPU and highest rates are adjusted.",
                drift.producer().isPresent() ? ", brokers and consumers" : "",
                drift.work(),
                drift.wakeUp(),
                drift.producer()
                        .map(own -> String.format(Locale.ROOT, "; producers: %.2fx, %.2fx", own.work(), own.wakeUp()))
                        .orElse(""),
                drift.loads(),
                drift.references().stream()
                        .mapToInt(VerificationInfo.ReferenceInfo::rounds)
                        .max()
                        .orElse(0),
                100 * drift.spread());
    }

    private static String limit(VerificationInfo.VerifiedInfo run, VerificationInfo.LimitInfo limit) {
        return String.format(
                Locale.ROOT,
                "The highest rate of %s is limited by: %s%s.",
                run.settings(),
                limit.measured(),
                limit.measured().equals(limit.predicted()) ? ", as predicted" : "; predicted: " + limit.predicted());
    }

    /** One row per figure, setting by setting. */
    private TextTable table() {
        TextTable table = new TextTable(2).namesOnce().wordsLast();
        table.row(ForecastRows.head("setting"));
        for (VerificationInfo.VerifiedInfo run : info.runs()) {
            String name = run.settings() + " (" + standing(run.standing()) + ")";
            if (!run.arm().valid() || !run.heldRate()) {
                table.row(name, trouble(run), "", "", "", "not compared");
                continue;
            }
            for (VerificationInfo.CheckInfo check : run.checks()) {
                table.row(new ForecastRows.Row(name, check).cells());
            }
        }
        return table;
    }

    private static String trouble(VerificationInfo.VerifiedInfo run) {
        return run.arm().valid()
                ? "did not hold the rate"
                : run.arm().problems().stream().findFirst().orElse("no round was completed");
    }

    /** Measured over predicted, one chart per figure. */
    private List<Element> charts() {
        List<ForecastRows.Row> rows = new ArrayList<>();
        for (VerificationInfo.VerifiedInfo run : info.runs()) {
            run.checks().forEach(check -> rows.add(new ForecastRows.Row(run.standing(), check)));
        }
        return ForecastRows.charts(rows);
    }
}
