package dev.squeeze.feature.explain;

import dev.squeeze.engine.workload.WorkloadPart;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Sentences about a result. */
final class ExplainWording {
    private static final int PATH_CHARACTERS = 30;
    private static final String ELLIPSIS = "...";
    private static final int TYPES_IN_A_LINE = 4;

    /** Share of the stored bytes; a smaller remainder is not mentioned. */
    private static final double MIN_REST = 0.03;

    private final ExplainResult result;
    private final Set<String> paths;

    ExplainWording(ExplainResult result) {
        this.result = result;
        this.paths = result.fields().stream().map(FieldCost::path).collect(Collectors.toSet());
    }

    String verdict() {
        Optional<FieldCost> first = result.fields().stream()
                .filter(field -> field.fields() == 1)
                .filter(field -> !FieldNames.isOfManyNames(field.path()))
                .findFirst();
        if (first.isEmpty() || first.get().storedBytesPerRecord().low() <= 0) {
            return "No single field costs anything: its content is also in other fields or in preceding records.";
        }
        FieldCost field = first.get();
        String costs = Figures.say(
                "%s costs the most: %s of %s stored bytes per record (%s), %s.",
                field.path(),
                withHalfWidth(field.storedBytesPerRecord()),
                Figures.number(result.batches().storedBytesPerRecord().estimate()),
                share(field.storedShare()),
                money(field.moneyPerMonth()));
        return costs + " " + what(field);
    }

    /** What to do: the largest saving that loses no information, if there is one. */
    private String what(FieldCost field) {
        Optional<Suggestion> best = best();
        return best.map(suggestion -> Figures.say(
                        "Best change: %s (saves %s, %s)%s.",
                        suggestion.words(),
                        share(suggestion.savedShare()),
                        money(suggestion.savedMoneyPerMonth()),
                        more(suggestion)))
                .orElse(
                        field.kind() == ValueKind.KEY
                                ? "No change that was tried saves bytes."
                                : "No change of form saves bytes: leave it out if nobody reads it.");
    }

    /** The largest saving that loses no information and is possible with Kafka. */
    private Optional<Suggestion> best() {
        List<Suggestion> free = result.suggestions().stream()
                .filter(suggestion -> suggestion.kind().price() == Suggestion.Price.NONE)
                .toList();
        return free.stream()
                .filter(suggestion -> suggestion.kind() != Suggestion.Kind.SMALLER_FORMS_TOGETHER)
                .findFirst()
                // Several changes that save something only together.
                .or(() -> free.stream().findFirst());
    }

    /**
     * Smaller encodings of several fields can save more together than any of them alone, for example if columns of text
     * repeat one another.
     */
    private String more(Suggestion best) {
        return result.suggestions().stream()
                .filter(suggestion -> suggestion.kind() == Suggestion.Kind.SMALLER_FORMS_TOGETHER
                        && suggestion.savedBytesPerRecord().low()
                                > best.savedBytesPerRecord().high())
                .findFirst()
                .map(suggestion -> Figures.say(
                        "; %s save %s, %s",
                        suggestion.words(), share(suggestion.savedShare()), money(suggestion.savedMoneyPerMonth())))
                .orElse("");
    }

    String batchesLine() {
        ExplainedBatches batches = result.batches();
        return Figures.say(
                "%s%s; %s%s: %s records and %s uncompressed bytes per batch, %.2fx",
                batches.settings(),
                switch (batches.settingsOrigin()) {
                    case GIVEN -> "";
                    case FROM_LOG -> " (from the log, otherwise defaults)";
                    case ASSUMED -> " (assumed: give yours with --current)";
                },
                Figures.say("%s records/s", Figures.number(result.workload().recordsPerSecond())),
                rateOrigin(),
                Figures.number(batches.recordsPerBatch()),
                Figures.number(batches.recordsPerBatch() * batches.rawBytesPerRecord()),
                batches.ratio());
    }

    private String rateOrigin() {
        boolean assumed = result.workloadOrigins().parts().stream()
                .anyMatch(part -> part.part() == WorkloadPart.RATE && part.assumed());
        return assumed ? " (assumed)" : "";
    }

    List<String> sharedLines() {
        SharedCost shared = result.shared();
        String left = shared.shared() >= 0
                ? Figures.say(
                        "%s are shared and are saved only if several fields are removed",
                        Figures.number(shared.shared()))
                : Figures.say(
                        "that is %s less, since some fields cost more alone than with others",
                        Figures.number(-shared.shared()));
        return List.of(Figures.say(
                "Costs do not add up: in the same batches all fields together cost %s stored bytes per record, but the sum of their individual costs is %s%s; %s. %s bytes remain"
                        + " without any field (batch and record headers, keys, syntax).",
                Figures.number(shared.together().estimate()),
                Figures.number(shared.alone()),
                shared.alone() < 0 ? " (if several fields repeat together, removing one splits the repeat in two)" : "",
                left,
                Figures.number(shared.framing())));
    }

    /** Empty if all records are of one type. */
    List<String> typesLines() {
        return result.types().stream()
                .map(types -> Figures.say(
                        "%s of records, distinguished by %s: %s of the records, and %s of the stored bytes%s.",
                        Figures.count(types.types().size(), "type"),
                        types.discriminatorField().orElse("their fields"),
                        shares(types.types(), TypeCost::recordShare),
                        shares(types.types(), TypeCost::storedShare),
                        rest(types)))
                .toList();
    }

    /**
     * Like fields, types share content: without the records of one type, the others still need what they had in common.
     */
    private static String rest(TypesOfRecords types) {
        double rest =
                1 - types.types().stream().mapToDouble(TypeCost::storedShare).sum();
        return rest < MIN_REST
                ? ""
                : Figures.say("; the other %s are shared by several types or of no type", share(rest));
    }

    private static String shares(List<TypeCost> types, ToDoubleFunction<TypeCost> share) {
        String first = types.stream()
                .limit(TYPES_IN_A_LINE)
                .map(type -> share(share.applyAsDouble(type)).replace(" %", ""))
                .collect(Collectors.joining(", "));
        return first + (types.size() > TYPES_IN_A_LINE ? ", ... %" : " %");
    }

    List<String> caveats() {
        List<String> lines = new ArrayList<>();
        if (result.interrupted()) {
            lines.add("Interrupted: this is based on the measurements up to that point.");
        }
        if (result.unparsedRecords() > 0) {
            lines.add(Figures.say(
                    "%,d of %,d records in the batches are not %s: their cost is listed as %s, and changes do not affect them.",
                    result.unparsedRecords(),
                    result.recordsSeen(),
                    result.format().label(),
                    FieldParts.pathOfUnparsed(result.format())));
        }
        if (result.holdsContents()) {
            lines.add("--show-examples: this contains record contents. Protect it accordingly.");
        }
        if (result.batches().settings().codec().type() == CodecType.NONE) {
            lines.add(
                    "These batches are not compressed, so a field costs its uncompressed bytes: run squeeze advise first, and see"
                            + " the remaining cost with --current compression.type=zstd.");
        }
        result.source().notices().forEach(notice -> lines.add(notice.message()));
        return lines;
    }

    String kind(FieldCost field) {
        return field.kind() == ValueKind.CONTAINER
                ? Figures.count(field.fields(), "field")
                : field.kind().label();
    }

    /** How redundant a field is. */
    String repeats(FieldCost field) {
        Repeats repeats = field.repeats();
        if (field.kind() == ValueKind.CONSTANT) {
            return "";
        }
        if (repeats.otherField().isPresent()) {
            Repeats.Other other = repeats.otherField().get();
            return (other.same() ? "equals " : "follows from ")
                    + path(other.path(), paths)
                    + (other.always() ? "" : " (" + other.percent() + ")");
        }
        if (repeats.key().orElse(0) > Math.max(0.5, repeats.recordBefore())) {
            return Figures.say("%.0f %% unchanged by key", 100 * repeats.key().getAsDouble());
        }
        return repeats.recordBefore() >= 0.1 ? Figures.say("%.0f %% unchanged", 100 * repeats.recordBefore()) : "";
    }

    String saved(Suggestion suggestion) {
        return Figures.say(
                "saves %s bytes per record (%s), %s",
                withHalfWidth(suggestion.savedBytesPerRecord()),
                share(suggestion.savedShare()),
                money(suggestion.savedMoneyPerMonth()));
    }

    static String withHalfWidth(ConfidenceInterval interval) {
        return Figures.number(interval.estimate()) + " ±"
                + Figures.number(Math.max(interval.high() - interval.estimate(), interval.estimate() - interval.low()));
    }

    private String money(ConfidenceInterval interval) {
        return withHalfWidth(interval) + " " + result.prices().currency() + "/month";
    }

    static String share(double share) {
        return Figures.say(Math.abs(share) >= 0.0995 ? "%.0f %%" : "%.1f %%", 100 * share);
    }

    /** As shown in a table of all fields. */
    String path(FieldCost field) {
        return path(field.path(), paths);
    }

    /**
     * Shortens a path so that a table fits on a terminal; the end is kept because it says the most.
     *
     * @param all paths of the table; if others end alike, enough is kept to distinguish it from them
     */
    static String path(String path, Collection<String> all) {
        for (int length = PATH_CHARACTERS - ELLIPSIS.length(); length < path.length() - ELLIPSIS.length(); length++) {
            String end = path.substring(path.length() - length);
            if (all.stream().noneMatch(other -> other.endsWith(end) && !other.equals(path))) {
                return ELLIPSIS + end;
            }
        }
        return path;
    }
}
