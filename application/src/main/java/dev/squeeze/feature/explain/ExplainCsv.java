package dev.squeeze.feature.explain;

import dev.squeeze.kit.document.CsvTable;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Optional;

/** A row for the whole, for each field, for each object as a whole, and for each suggestion. */
final class ExplainCsv {
    private final CsvTable table = new CsvTable(
            "part",
            "name",
            "kind",
            "fields",
            "record_share",
            "raw_bytes_per_record",
            "raw_share",
            "stored_bytes_per_record",
            "stored_low",
            "stored_high",
            "stored_share",
            "money_per_month",
            "money_low",
            "money_high",
            "floor_bytes_per_record",
            "equals_record_before",
            "equals_by_key",
            "determined_by",
            "breaks");

    private ExplainCsv() {}

    static String write(ExplainResult result) {
        ExplainCsv csv = new ExplainCsv();
        ExplainedBatches batches = result.batches();
        csv.table.row(
                "all",
                batches.settings().toString(),
                "",
                result.fields().size(),
                1,
                batches.rawBytesPerRecord(),
                1,
                batches.storedBytesPerRecord().estimate(),
                batches.storedBytesPerRecord().low(),
                batches.storedBytesPerRecord().high(),
                1,
                batches.moneyPerMonth(),
                "",
                "",
                "",
                "",
                "",
                "",
                "");
        csv.shared(result);
        result.fields().forEach(field -> csv.cost("field", field));
        result.objects().forEach(field -> csv.cost("object", field));
        result.suggestions().forEach(csv::suggestion);
        return csv.table.text();
    }

    private void shared(ExplainResult result) {
        SharedCost shared = result.shared();
        ConfidenceInterval together = shared.together();
        table.row(
                "all fields",
                "together",
                "",
                "",
                "",
                "",
                "",
                together.estimate(),
                together.low(),
                together.high(),
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "");
        table.row(
                "all fields",
                "sum of each alone",
                "",
                "",
                "",
                "",
                "",
                shared.alone(),
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "");
        table.row(
                "all fields",
                "shared",
                "",
                "",
                "",
                "",
                "",
                shared.shared(),
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "",
                "");
    }

    private void cost(String part, FieldCost field) {
        ConfidenceInterval stored = field.storedBytesPerRecord();
        ConfidenceInterval money = field.moneyPerMonth();
        table.row(
                part,
                field.path(),
                field.kind().label(),
                field.fields(),
                field.recordShare(),
                field.rawBytesPerRecord(),
                field.rawShare(),
                stored.estimate(),
                stored.low(),
                stored.high(),
                field.storedShare(),
                money.estimate(),
                money.low(),
                money.high(),
                field.floorBytesPerRecord(),
                field.repeats().recordBefore(),
                field.repeats().key(),
                field.repeats().otherField().map(Repeats.Other::path),
                "");
    }

    private void suggestion(Suggestion suggestion) {
        ConfidenceInterval saved = suggestion.savedBytesPerRecord();
        ConfidenceInterval money = suggestion.savedMoneyPerMonth();
        table.row(
                "suggestion",
                suggestion.words(),
                suggestion.kind().name().toLowerCase(java.util.Locale.ROOT).replace('_', ' '),
                suggestion.fields().size(),
                "",
                "",
                "",
                saved.estimate(),
                saved.low(),
                saved.high(),
                suggestion.savedShare(),
                money.estimate(),
                money.low(),
                money.high(),
                "",
                "",
                "",
                Optional.<String>empty(),
                suggestion.breaks());
    }
}
