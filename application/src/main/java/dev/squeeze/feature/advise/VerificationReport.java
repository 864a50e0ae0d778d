package dev.squeeze.feature.advise;

import dev.squeeze.feature.bench.ForecastRows;
import dev.squeeze.feature.bench.VerificationInfo;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import dev.squeeze.kit.document.html.Element;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What was foretold beside what was measured, as words, table and charts. */
final class VerificationReport {
    static final String TITLE = "Foretold, and measured live";

    private final VerificationInfo info;

    VerificationReport(VerificationInfo info) {
        this.info = info;
    }

    /** What it comes to, then how it was run. */
    List<String> words() {
        List<String> lines = new ArrayList<>(info.words());
        VerificationInfo.LoadInfo load = info.load();
        String where = info.cluster().embedded()
                ? "on " + load.brokers() + " embedded broker" + (load.brokers() == 1 ? "" : "s")
                : "on the cluster at " + info.cluster().bootstrap().orElse("?");
        lines.add(String.format(
                Locale.ROOT,
                "Run %s: %s records/s at equal distances from %d producer%s%s, %d partitions, %d replica%s; %d rounds of %.1f s"
                        + " for each setting%s, ± is the interval at 95 %% over rounds.",
                where,
                Figures.number(load.recordsPerSecond()),
                load.producers(),
                load.producers() == 1 ? "" : "s",
                load.producers() == load.ofProducers() ? "" : " of " + load.ofProducers() + ", with their share",
                load.partitions(),
                load.replicationFactor(),
                load.replicationFactor() == 1 ? "" : "s",
                info.rounds() - info.roundsLeftOut(),
                info.trialSeconds(),
                info.roundsLeftOut() == 0 ? "" : " (" + info.roundsLeftOut() + " before them warmed up)"));
        info.drift()
                .ifPresent(drift -> lines.add(String.format(
                        Locale.ROOT,
                        "The machine took %.2f times what work took it when it was calibrated, and %.2f times what getting back to"
                                + " it after a rest took (%d of the calibration's loads, run between these in %d rounds; they spread"
                                + " by %.0f %%): CPU times and highest rates are foretold for the machine as it was now.",
                        drift.work(),
                        drift.rest(),
                        drift.loads(),
                        drift.references().stream()
                                .mapToInt(VerificationInfo.ReferenceInfo::rounds)
                                .max()
                                .orElse(0),
                        100 * drift.spread())));
        for (VerificationInfo.VerifiedInfo one : info.runs()) {
            one.limit()
                    .ifPresent(limit -> lines.add(String.format(
                            Locale.ROOT,
                            "What limits the highest rate of %s: %s%s.",
                            one.settings(),
                            limit.measured(),
                            limit.measured().equals(limit.foretold())
                                    ? ", as foretold"
                                    : "; foretold: " + limit.foretold())));
        }
        info.failure().ifPresent(reason -> lines.add("It ended early: " + reason));
        if (info.interrupted()) {
            lines.add("It was interrupted: what is shown is of the rounds until then.");
        }
        return lines;
    }

    /** A figure a row, setting by setting. */
    TextTable table() {
        TextTable table = new TextTable(2).namesOnce().wordsLast();
        table.row(ForecastRows.head("setting"));
        for (VerificationInfo.VerifiedInfo one : info.runs()) {
            String name = one.settings() + " (" + one.standing() + ")";
            if (!one.arm().valid() || !one.heldRate()) {
                table.row(name, trouble(one), "", "", "", "not compared");
                continue;
            }
            for (VerificationInfo.CheckInfo check : one.checks()) {
                table.row(new ForecastRows.Row(name, check).cells());
            }
        }
        return table;
    }

    private static String trouble(VerificationInfo.VerifiedInfo one) {
        return one.arm().valid()
                ? "did not hold the rate"
                : one.arm().problems().stream().findFirst().orElse("no round was completed");
    }

    /** Measured over foretold, a chart for each figure, a row for each standing in the advice. */
    List<Element> charts() {
        List<ForecastRows.Row> rows = new ArrayList<>();
        for (VerificationInfo.VerifiedInfo one : info.runs()) {
            one.checks().forEach(check -> rows.add(new ForecastRows.Row(one.standing(), check)));
        }
        return ForecastRows.charts(rows);
    }
}
