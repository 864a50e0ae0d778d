package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.kit.document.CsvColumns;
import dev.squeeze.kit.unit.KebabCase;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * The recommendation as CSV: today's settings, the rungs of the ladder, alternatives, and all other settings that were
 * compared; absent figures empty.
 */
final class AdviseCsv {
    /** @param step of the ladder, absent where the settings are not on it */
    private record Row(
            String what, Optional<Step> step, boolean recommended, Candidate figures, Optional<Prediction> whole) {}

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
                .with("share_of_saving", row -> share(advice, row))
                .with("within_limits", row -> row.figures().withinLimits())
                .with("coarse", row -> row.figures().coarse())
                .text(rows(advice));
    }

    private static List<Row> rows(Recommendation advice) {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row(
                "today",
                Optional.empty(),
                advice.leaveIt().isPresent(),
                Candidate.of(advice.current(), true),
                Optional.of(advice.current())));
        advice.ladder().ifPresent(ladder -> ladder.rungs()
                .forEach(rung -> rows.add(new Row(
                        "rung",
                        Optional.of(rung.step()),
                        rung.prediction().settings().equals(advice.recommended().settings()),
                        Candidate.of(rung.prediction(), true),
                        Optional.of(rung.prediction())))));
        advice.runnersUp()
                .forEach(other -> rows.add(new Row(
                        "alternative",
                        Optional.empty(),
                        false,
                        Candidate.of(other.prediction(), true),
                        Optional.of(other.prediction()))));
        advice.compared()
                .ifPresent(all -> all.forEach(
                        one -> rows.add(new Row("candidate", Optional.empty(), false, one, Optional.empty()))));
        return rows;
    }

    private static Optional<String> role(Row row, ToDoubleFunction<Prediction> cores) {
        return row.whole().map(whole -> plain(cores.applyAsDouble(whole)));
    }

    private static Optional<String> share(Recommendation advice, Row row) {
        double today = advice.current().resources().money();
        OptionalDouble most = advice.ladder().flatMap(Ladder::most).stream()
                .mapToDouble(best -> today - best.resources().money())
                .findFirst();
        return most.isPresent() && most.getAsDouble() > 0
                ? Optional.of(plain((today - row.figures().money()) / most.getAsDouble()))
                : Optional.empty();
    }

    private static String plain(double value) {
        return String.format(Locale.ROOT, "%.6g", value);
    }
}
