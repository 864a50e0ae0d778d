package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.kit.document.Block;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Today's settings against the recommended ones at several rates, including that of the workload. */
final class OtherRatesSection {
    static final String TITLE = "At other rates";

    private final AdviseResult result;
    private final List<OtherRate> rates;

    private OtherRatesSection(AdviseResult result, List<OtherRate> rates) {
        this.result = result;
        this.rates = rates;
    }

    /** Empty if no other rate was simulated, or no other settings are better. */
    static Optional<OtherRatesSection> of(AdviseResult result) {
        Recommendation advice = result.recommendation();
        return advice.otherRates()
                .filter(rates -> !rates.isEmpty())
                .filter(rates ->
                        !advice.best().settings().equals(advice.current().settings()))
                .map(rates -> new OtherRatesSection(result, rates));
    }

    List<Block> blocks() {
        String other = result.recommendation().leaveIt().isPresent() ? "best found" : "recommended";
        TextTable table = new TextTable(1);
        table.row(
                "records/s",
                "records per batch,\ntoday",
                "\n" + other,
                "ratio,\ntoday",
                "\n" + other,
                "latency p99, ms,\ntoday",
                "\n" + other,
                "saves,\n" + result.prices().currency() + "/month");
        List<OtherRate> all = new ArrayList<>(rates);
        all.add(new OtherRate(
                1, result.recommendation().current(), result.recommendation().best()));
        all.stream().sorted(Comparator.comparingDouble(OtherRate::factor)).forEach(rate -> row(table, rate));
        return List.of(new Block.Table("The same settings at other rates, simulated at each of them", table));
    }

    private void row(TextTable table, OtherRate rate) {
        Prediction today = rate.current();
        Prediction best = rate.best();
        table.row(
                Figures.number(rate.of(result.workload()).recordsPerSecond()),
                Figures.number(today.fill().recordsPerBatch()),
                Figures.number(best.fill().recordsPerBatch()),
                EffectSection.ratio(today),
                EffectSection.ratio(best),
                Figures.number(today.latencyMillis()),
                Figures.number(best.latencyMillis()),
                Figures.number(today.resources().money() - best.resources().money()));
    }
}
