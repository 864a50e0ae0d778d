package dev.squeeze.feature.explain;

import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.document.TextTable;
import java.util.List;

/** Tables of fields and changes; fields with the highest cost first. */
final class FieldTables {
    private final ExplainResult result;
    private final ExplainWording words;

    FieldTables(ExplainResult result) {
        this.result = result;
        this.words = new ExplainWording(result);
    }

    /** As many columns as fit in a terminal. */
    TextTable brief(int rows) {
        TextTable table = new TextTable(2)
                .wordsLast()
                .row(
                        "field",
                        "kind",
                        "uncompr.\nof all",
                        "stored\nB/record",
                        "\nof all",
                        result.prices().currency() + "\n/month",
                        "floor\nB",
                        "redundancy");
        for (FieldCost field : result.fields().stream().limit(rows).toList()) {
            table.row(
                    words.path(field),
                    words.kind(field),
                    ExplainWording.share(field.rawShare()),
                    ExplainWording.withHalfWidth(field.storedBytesPerRecord()),
                    ExplainWording.share(field.storedShare()),
                    Figures.number(field.moneyPerMonth().estimate()),
                    floor(field),
                    words.repeats(field));
        }
        return table;
    }

    TextTable whole(List<FieldCost> fields) {
        TextTable table = new TextTable(2)
                .wordsLast()
                .row(
                        "field",
                        "kind",
                        "in records",
                        "uncompressed B",
                        "of uncompressed",
                        "stored B/record",
                        "of stored",
                        result.prices().currency() + "/month",
                        "floor B",
                        "unchanged",
                        "unchanged by key",
                        "redundancy");
        for (FieldCost field : fields) {
            Repeats repeats = field.repeats();
            boolean single = field.fields() == 1;
            table.row(
                    field.path(),
                    words.kind(field),
                    ExplainWording.share(field.recordShare()),
                    Figures.number(field.rawBytesPerRecord()),
                    ExplainWording.share(field.rawShare()),
                    ExplainWording.withHalfWidth(field.storedBytesPerRecord()),
                    ExplainWording.share(field.storedShare()),
                    ExplainWording.withHalfWidth(field.moneyPerMonth()),
                    floor(field),
                    single && isField(field.kind()) ? Figures.say("%.0f %%", 100 * repeats.recordBefore()) : "",
                    repeats.key().isPresent()
                            ? Figures.say("%.0f %%", 100 * repeats.key().getAsDouble())
                            : "",
                    repeats.otherField()
                            .map(other -> (other.same() ? "equals " : "follows from ") + other.path() + " ("
                                    + other.percent() + ")")
                            .orElse(""));
        }
        return table;
    }

    private static String floor(FieldCost field) {
        return field.floorBytesPerRecord().isPresent()
                ? Figures.number(field.floorBytesPerRecord().getAsDouble())
                : "";
    }

    TextTable suggestions() {
        TextTable table = new TextTable(1)
                .wordsLast()
                .row("change", "saves B/record", "of stored", result.prices().currency() + "/month", "what it breaks");
        for (Suggestion suggestion : result.suggestions()) {
            table.row(
                    suggestion.words(),
                    ExplainWording.withHalfWidth(suggestion.savedBytesPerRecord()),
                    ExplainWording.share(suggestion.savedShare()),
                    ExplainWording.withHalfWidth(suggestion.savedMoneyPerMonth()),
                    suggestion.breaks());
        }
        return table;
    }

    /** Types of records, the one with the most records first. */
    static TextTable types(TypesOfRecords types) {
        TextTable table = new TextTable(1)
                .wordsLast()
                .row(
                        "type",
                        "of records",
                        "uncompressed\nB/record",
                        "\nof all",
                        "stored B per\nany record",
                        "\nof all",
                        "fields found almost only in it");
        for (int i = 0; i < types.types().size(); i++) {
            TypeCost type = types.types().get(i);
            table.row(
                    Integer.toString(i + 1),
                    ExplainWording.share(type.recordShare()),
                    Figures.number(type.rawBytesPerRecord()),
                    ExplainWording.share(type.rawShare()),
                    ExplainWording.withHalfWidth(type.storedBytesPerRecord()),
                    ExplainWording.share(type.storedShare()),
                    type.ownFields().isEmpty() ? "none" : String.join(", ", type.ownFields()));
        }
        return table;
    }

    static TextTable withoutGain(List<TriedChange> changes) {
        TextTable table = new TextTable(1).row("change", "saves B/record");
        changes.forEach(
                change -> table.row(change.words(), ExplainWording.withHalfWidth(change.savedBytesPerRecord())));
        return table;
    }

    private static boolean isField(ValueKind kind) {
        return kind != ValueKind.KEY && kind != ValueKind.HEADER && kind != ValueKind.OTHERS;
    }
}
