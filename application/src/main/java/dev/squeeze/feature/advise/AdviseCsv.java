package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.unit.KebabCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;

/**
 * The recommendation as CSV: today's settings, the rungs of the ladder, the recommended settings if they are none of
 * these, the alternatives, and all other settings that were compared. Absent figures are empty.
 */
final class AdviseCsv {
    /**
     * A row: settings and their place in the recommendation.
     *
     * @param step of the ladder; absent if the settings are not on it
     * @param share of the largest saving over sending uncompressed; absent if nothing can be saved
     */
    private record Row(
            String what,
            Optional<Step> step,
            boolean recommended,
            Candidate figures,
            Optional<Prediction> whole,
            Optional<Double> share) {}

    private AdviseCsv() {}

    static String write(Recommendation advice) {
        return new CsvColumns<Row>()
                .with("what", Row::what)
                .with("step", row -> row.step().map(KebabCase::of))
                .with("recommended", Row::recommended)
                .with("codec", row -> row.figures().settings().codec().type().label())
                .with(
                        "level",
                        row -> row.figures().settings().codec().type().hasLevels()
                                ? row.figures().settings().codec().level()
                                : "")
                .with("batch_size", row -> row.figures().settings().batchSizeBytes())
                .with("linger_ms", row -> row.figures().settings().lingerMillis())
                .with("records_per_batch", row -> plain(row.figures().recordsPerBatch()))
                .with("ratio", row -> plain(row.figures().ratio()))
                .with("wire_bytes_per_second", row -> plain(row.figures().wireBytesPerSecond()))
                .with("latency_median_ms", row -> row.whole()
                        .flatMap(Prediction::simulated)
                        .map(simulated -> plain(simulated.ackMedianMillis())))
                .with("latency_p99_ms", row -> row.whole()
                        .flatMap(Prediction::simulated)
                        .map(simulated -> plain(simulated.ackP99Millis())))
                .with("first_record_waits_ms", row -> plain(row.figures().addedLatencyMillis()))
                .with(
                        "producer_cores",
                        row -> role(row, whole -> whole.resources().producerCores()))
                .with(
                        "broker_cores",
                        row -> role(row, whole -> whole.resources().brokerCores()))
                .with(
                        "consumer_cores",
                        row -> role(row, whole -> whole.resources().consumerCores()))
                .with("cores", row -> plain(row.figures().cores()))
                .with("money_per_month", row -> plain(row.figures().money()))
                .with("share_of_saving", row -> row.share().map(AdviseCsv::plain))
                .with("within_limits", row -> row.figures().withinLimits())
                .with("coarse", row -> row.figures().coarse())
                .text(rows(advice));
    }

    private static List<Row> rows(Recommendation advice) {
        List<Row> rows = new ArrayList<>();
        rows.add(whole(
                "today",
                Optional.empty(),
                advice,
                advice.current(),
                advice.ladder().map(Ladder::shareOfToday)));
        advice.ladder().ifPresent(ladder -> ladder.rungs()
                .forEach(rung -> rows.add(whole(
                        "rung",
                        Optional.of(rung.step()),
                        advice,
                        rung.prediction(),
                        Optional.of(rung.shareOfSaving())))));
        if (rows.stream().noneMatch(Row::recommended)) {
            rows.add(offLadder("recommended", advice, advice.recommended()));
        }
        advice.runnersUp().forEach(other -> rows.add(offLadder("alternative", advice, other.prediction())));
        advice.compared()
                .ifPresent(all -> all.forEach(candidate -> rows.add(new Row(
                        "candidate",
                        Optional.empty(),
                        false,
                        candidate,
                        Optional.empty(),
                        share(advice, candidate.money())))));
        return rows;
    }

    private static Row offLadder(String what, Recommendation advice, Prediction whole) {
        return whole(
                what,
                Optional.empty(),
                advice,
                whole,
                share(advice, whole.resources().money()));
    }

    private static Row whole(
            String what, Optional<Step> step, Recommendation advice, Prediction whole, Optional<Double> share) {
        ProducerSettings settings = whole.settings();
        boolean withinLimits = advice.compared().stream()
                .flatMap(List::stream)
                .filter(candidate -> candidate.settings().equals(settings))
                .allMatch(Candidate::withinLimits);
        return new Row(
                what,
                step,
                settings.equals(advice.recommended().settings()),
                Candidate.of(whole, withinLimits),
                Optional.of(whole),
                share);
    }

    /**
     * Interpolated between today's settings and the last rung, whose shares are counted from the same uncompressed
     * cost.
     */
    private static Optional<Double> share(Recommendation advice, double money) {
        double today = advice.current().resources().money();
        return advice.ladder()
                .filter(ladder -> ladder.most()
                        .filter(most -> most.resources().money() < today)
                        .isPresent())
                .map(ladder -> {
                    Ladder.Rung most = ladder.rungs().get(ladder.rungs().size() - 1);
                    double ofMoney = (most.shareOfSaving() - ladder.shareOfToday())
                            / (today - most.prediction().resources().money());
                    return Math.min(1, ladder.shareOfToday() + ofMoney * (today - money));
                });
    }

    private static Optional<String> role(Row row, ToDoubleFunction<Prediction> cores) {
        return row.whole().map(whole -> plain(cores.applyAsDouble(whole)));
    }

    private static String plain(double value) {
        return String.format(Locale.ROOT, "%.6g", value);
    }
}
