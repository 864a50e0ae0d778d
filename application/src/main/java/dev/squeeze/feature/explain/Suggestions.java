package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/** Tries changes of values on the batches that the costs of fields were measured on. */
final class Suggestions {
    /** Less is not worth a change of records. */
    private static final double MIN_SHARE = 0.001;

    private static final int MAX_FORMS = 12;
    private static final int MAX_DETERMINED = 6;
    private static final int MAX_DROPPED = 3;

    private final FieldMeasurement measurement;
    private final List<FieldCost> fields;
    private final boolean json;

    /** @param fields what they cost, the most expensive first */
    Suggestions(FieldMeasurement measurement, List<FieldCost> fields, boolean json) {
        this.measurement = measurement;
        this.fields = fields;
        this.json = json;
    }

    /** What is tried. */
    private record Trial(Suggestion.Kind kind, List<String> fields, String words, String breaks, ValueChange change) {}

    private RecordEdit edit(ValueChange change) {
        return change.edit(measurement.names(), () -> FieldOrder.ranks(measurement));
    }

    /**
     * What was tried, and what of it is worth doing.
     *
     * @param worthwhile those whose interval leaves zero out, those that lose nothing first
     * @param together those of them that keep what records say, all at once; empty where that was not asked for or saves nothing
     */
    record Tried(int number, List<Suggestion> worthwhile, Optional<AppliedChanges> together) {}

    Tried measure(Duration budget, FieldMoney money, BooleanSupplier stop, DoubleConsumer progress) {
        List<Trial> trials = trials();
        if (trials.isEmpty() || stop.getAsBoolean()) {
            return new Tried(0, List.of(), Optional.empty());
        }
        BatchSizes sizes = measurement
                .paired()
                .measure(trials.stream().map(trial -> edit(trial.change)).toList(), budget, stop, progress);
        if (!sizes.haveIntervals()) {
            return new Tried(0, List.of(), Optional.empty());
        }
        List<Suggestion> worthwhile = new ArrayList<>();
        for (int i = 0; i < trials.size(); i++) {
            Trial trial = trials.get(i);
            suggestion(
                            trial.kind,
                            trial.fields,
                            trial.words,
                            trial.breaks,
                            sizes.saved(i),
                            sizes.rawSaved(i),
                            sizes.stored().estimate(),
                            money)
                    .ifPresent(worthwhile::add);
        }
        return new Tried(trials.size(), sorted(worthwhile), Optional.empty());
    }

    /**
     * All that save bytes and keep what records say, at once. Empty where none do, where their interval holds zero, or where it was
     * stopped.
     */
    Optional<AppliedChanges> together(Tried tried, Duration budget, BooleanSupplier stop) {
        List<Trial> applied = trials().stream()
                .filter(trial -> keepsWhatRecordsSay(trial.kind)
                        && tried.worthwhile().stream()
                                .anyMatch(each -> each.words().equals(trial.words)))
                .toList();
        if (applied.isEmpty()) {
            return Optional.empty();
        }
        RecordEdit edit = edit(
                applied.stream().map(Trial::change).reduce(ValueChange::and).orElseThrow());
        BatchSizes sizes = measurement.paired().measure(List.of(edit), budget, stop, done -> {});
        return sizes.haveIntervals() && sizes.saved(0).low() > 0
                ? Optional.of(new AppliedChanges(
                        applied.stream().map(Trial::words).toList(),
                        edit,
                        sizes.saved(0),
                        sizes.saved(0).estimate() / sizes.stored().estimate()))
                : Optional.empty();
    }

    private static boolean keepsWhatRecordsSay(Suggestion.Kind kind) {
        return switch (kind) {
            case DROP_DETERMINED, CONSTANTS_TO_SCHEMA, SMALLER_FORM, FIELD_ORDER -> true;
            // The forms are applied one by one; only those that save something.
            case SMALLER_FORMS_TOGETHER, DROP, KEY, DICTIONARY_BOUND -> false;
        };
    }

    /** What loses nothing first, then what does, then what Kafka cannot do; each by what it saves. */
    static List<Suggestion> sorted(List<Suggestion> suggestions) {
        return suggestions.stream()
                .sorted(Comparator.comparingInt((Suggestion suggestion) -> loss(suggestion.kind()))
                        .thenComparing(Comparator.comparingDouble((Suggestion suggestion) ->
                                        suggestion.savedBytesPerRecord().estimate())
                                .reversed()))
                .toList();
    }

    private static int loss(Suggestion.Kind kind) {
        return switch (kind) {
            case DICTIONARY_BOUND -> 2;
            case DROP -> 1;
            default -> 0;
        };
    }

    /** Empty where the interval holds zero, or the saving is not worth a word. */
    static Optional<Suggestion> suggestion(
            Suggestion.Kind kind,
            List<String> fields,
            String words,
            String breaks,
            ConfidenceInterval saved,
            double rawSaved,
            double stored,
            FieldMoney money) {
        double share = saved.estimate() / stored;
        return saved.low() > 0 && share >= MIN_SHARE
                ? Optional.of(new Suggestion(kind, fields, words, saved, share, money.saved(saved, rawSaved), breaks))
                : Optional.empty();
    }

    private List<Trial> trials() {
        List<Trial> trials = new ArrayList<>();
        Map<Integer, ValueForm> forms = addForms(trials);
        addConstants(trials);
        addDetermined(trials);
        addDropped(trials);
        if (json) {
            trials.add(new Trial(
                    Suggestion.Kind.FIELD_ORDER,
                    List.of(),
                    "write the fields that seldom change first, those that change in every record last",
                    "nothing for readers of JSON: members have no order",
                    ValueChange.ofOrder()));
        }
        if (forms.size() > 1) {
            trials.add(new Trial(
                    Suggestion.Kind.SMALLER_FORMS_TOGETHER,
                    forms.keySet().stream().map(this::path).toList(),
                    "all smaller forms of values together",
                    "as each of them alone",
                    ValueChange.inForms(forms)));
        }
        return trials;
    }

    private String path(int field) {
        return measurement.names().field(field).path();
    }

    /** Places of the fields with costs, the most expensive first. */
    private List<Integer> placesByCost() {
        Map<String, Integer> byPath = new HashMap<>();
        for (int place = 0; place < measurement.leaves().size(); place++) {
            byPath.putIfAbsent(path(measurement.leaves().get(place)), place);
        }
        return fields.stream()
                .filter(field -> field.storedBytesPerRecord().low() > 0)
                .map(field -> Optional.ofNullable(byPath.get(field.path())))
                .flatMap(Optional::stream)
                .toList();
    }

    private Map<Integer, ValueForm> addForms(List<Trial> trials) {
        Map<Integer, ValueForm> forms = new HashMap<>();
        for (int place : placesByCost()) {
            Optional<ValueForm> form = measurement.profiles().kind(place).form();
            boolean constant = measurement.profiles().kind(place).kind() == ValueKind.CONSTANT;
            if (form.isPresent() && !constant && forms.size() < MAX_FORMS) {
                int field = measurement.leaves().get(place);
                forms.put(field, form.get());
                trials.add(new Trial(
                        Suggestion.Kind.SMALLER_FORM,
                        List.of(path(field)),
                        "write " + path(field) + " " + form.get().change(),
                        form.get().breaks(),
                        ValueChange.inForms(Map.of(field, form.get()))));
            }
        }
        return forms;
    }

    private void addConstants(List<Trial> trials) {
        List<Integer> constants = new ArrayList<>();
        for (int place = 0; place < measurement.leaves().size(); place++) {
            int field = measurement.leaves().get(place);
            boolean everywhere = measurement.survey().recordShare(field) > 0.999;
            if (everywhere && measurement.profiles().kind(place).kind() == ValueKind.CONSTANT) {
                constants.add(field);
            }
        }
        if (!constants.isEmpty()) {
            List<String> paths = constants.stream().map(this::path).toList();
            trials.add(new Trial(
                    Suggestion.Kind.CONSTANTS_TO_SCHEMA,
                    paths,
                    constants.size() == 1
                            ? "leave out " + paths.get(0) + ", which is always the same: it belongs into the schema"
                            : "leave out the " + constants.size()
                                    + " fields that are always the same: they belong into the schema",
                    "readers must know the values without reading them; a value that changes one day needs its field again",
                    ValueChange.without(constants)));
        }
    }

    private void addDetermined(List<Trial> trials) {
        int added = 0;
        Set<String> needed = new HashSet<>();
        Map<String, String> lookedUpBy = new HashMap<>();
        for (int place : placesByCost()) {
            // What another field is looked up by has to stay.
            Optional<Repeats.Other> other = measurement
                    .profiles()
                    .repeats(place)
                    .otherField()
                    .filter(known -> !needed.contains(path(measurement.leaves().get(place))))
                    .map(known -> new Repeats.Other(last(known.path(), lookedUpBy), known.share(), known.same()))
                    .filter(known ->
                            !known.path().equals(path(measurement.leaves().get(place))));
            if (other.isPresent() && added < MAX_DETERMINED) {
                added++;
                needed.add(other.get().path());
                int field = measurement.leaves().get(place);
                lookedUpBy.put(path(field), other.get().path());
                trials.add(new Trial(
                        Suggestion.Kind.DROP_DETERMINED,
                        List.of(path(field)),
                        other.get().same()
                                ? "leave out " + path(field) + ", which equals "
                                        + other.get().path()
                                : "leave out " + path(field) + ", which "
                                        + other.get().path() + " determines",
                        "readers must take or look it up by " + other.get().path()
                                + "; a sample cannot show that this always holds",
                        ValueChange.without(List.of(field))));
            }
        }
    }

    /** Where a field is left out itself, what it is looked up by determines whatever it determines. */
    private static String last(String path, Map<String, String> lookedUpBy) {
        String by = path;
        for (String next = lookedUpBy.get(by); next != null; next = lookedUpBy.get(by)) {
            by = next;
        }
        return by;
    }

    private void addDropped(List<Trial> trials) {
        for (int place : placesByCost().stream().limit(MAX_DROPPED).toList()) {
            boolean known = measurement.profiles().repeats(place).otherField().isPresent()
                    || measurement.profiles().kind(place).kind() == ValueKind.CONSTANT;
            if (!known) {
                int field = measurement.leaves().get(place);
                trials.add(new Trial(
                        Suggestion.Kind.DROP,
                        List.of(path(field)),
                        "leave out " + path(field) + ", if nobody reads it",
                        "readers that use it: ask them first",
                        ValueChange.without(List.of(field))));
            }
        }
    }
}
