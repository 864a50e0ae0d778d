package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ExplainResult.ValueFormat;
import dev.squeeze.kit.format.BatchRecord;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.kafka.common.header.Header;

/**
 * Changes of records that may save bytes, derived from the known properties of the fields. All of them keep records in
 * their batches.
 */
final class ChangeCandidates {
    private static final int MAX_FORMS = 12;
    private static final int MAX_DETERMINED = 6;
    private static final int MAX_DROPPED = 3;
    private static final int MAX_SHORTENED = 3;

    /** How many neighbouring records are joined on trial. */
    private static final int JOINED = 10;

    /** Minimum mean number of elements for an array to be split into one record per element. */
    private static final double MIN_ELEMENTS = 1.5;

    /** Maximum growth in uncompressed bytes; with more, no codec can make up for it. */
    private static final double MAX_GROWTH = 8;

    private final FieldMeasurement measurement;
    private final List<FieldCost> fields;
    private final ValueFormat format;
    private final List<ChangeCandidate> candidates = new ArrayList<>();

    /** @param fields with their costs, the most expensive first */
    ChangeCandidates(FieldMeasurement measurement, List<FieldCost> fields, ValueFormat format) {
        this.measurement = measurement;
        this.fields = fields;
        this.format = format;
    }

    List<ChangeCandidate> all() {
        candidates.clear();
        Map<Integer, ValueForm> forms = addForms();
        addConstants();
        addDetermined();
        addDropped();
        addShortened();
        if (format == ValueFormat.JSON) {
            add(
                    Suggestion.Kind.FIELD_ORDER,
                    List.of(),
                    "write fields that seldom change first, those that change in every record last",
                    "nothing for JSON readers: members have no order",
                    ValueChange.ofOrder());
            addRecordForEachElement();
        }
        addLargerRecords();
        if (forms.size() > 1) {
            add(
                    Suggestion.Kind.SMALLER_FORMS_TOGETHER,
                    forms.keySet().stream().map(this::path).toList(),
                    "all smaller encodings of values together",
                    "the same as each of them alone",
                    ValueChange.inForms(forms));
        }
        return List.copyOf(candidates);
    }

    private void add(Suggestion.Kind kind, List<String> paths, String words, String breaks, ValueChange change) {
        Optional<FieldCost> cost = kind == Suggestion.Kind.DROP || kind == Suggestion.Kind.DROP_DETERMINED
                ? fields.stream()
                        .filter(field -> paths.equals(List.of(field.path())))
                        .findFirst()
                : Optional.empty();
        candidates.add(new ChangeCandidate(kind, paths, words, breaks, edit(change), Optional.of(change), cost));
    }

    private void add(Suggestion.Kind kind, List<String> paths, String words, String breaks, RecordEdit edit) {
        candidates.add(new ChangeCandidate(kind, paths, words, breaks, edit, Optional.empty(), Optional.empty()));
    }

    RecordEdit.OfEach edit(ValueChange change) {
        return change.edit(measurement.names(), () -> FieldOrder.ranks(measurement));
    }

    private String path(int field) {
        return measurement.names().field(field).path();
    }

    private int field(int place) {
        return measurement.leaves().get(place);
    }

    /** Places of the fields with costs, the most expensive first. */
    private List<Integer> placesByCost() {
        Map<String, Integer> byPath = new HashMap<>();
        for (int place = 0; place < measurement.leaves().size(); place++) {
            byPath.putIfAbsent(path(field(place)), place);
        }
        return fields.stream()
                .filter(field -> field.storedBytesPerRecord().low() > 0)
                .map(field -> Optional.ofNullable(byPath.get(field.path())))
                .flatMap(Optional::stream)
                .toList();
    }

    private boolean isConstant(int place) {
        return measurement.profiles().kind(place).kind() == ValueKind.CONSTANT;
    }

    private boolean isKnownFromAnother(int place) {
        return measurement.profiles().repeats(place).otherField().isPresent();
    }

    private Map<Integer, ValueForm> addForms() {
        Map<Integer, ValueForm> forms = new HashMap<>();
        for (int place : placesByCost()) {
            Optional<ValueForm> form = measurement.profiles().kind(place).form();
            if (form.isPresent() && !isConstant(place) && forms.size() < MAX_FORMS) {
                int field = field(place);
                boolean loses = measurement.profiles().loses(place);
                if (!loses) {
                    forms.put(field, form.get());
                }
                add(
                        loses ? Suggestion.Kind.SHORTEN : Suggestion.Kind.SMALLER_FORM,
                        List.of(path(field)),
                        "write " + path(field) + " " + form.get().change(),
                        form.get().breaks(),
                        ValueChange.inForms(Map.of(field, form.get())));
            }
        }
        return forms;
    }

    private void addConstants() {
        List<Integer> places = IntStream.range(0, measurement.leaves().size())
                .filter(place -> measurement.survey().isInAllValues(field(place)) && isConstant(place))
                // The names of the others differ between records.
                .filter(place -> !FieldNames.isOfManyNames(path(field(place))))
                .boxed()
                .toList();
        if (places.isEmpty()) {
            return;
        }
        List<Integer> constants = places.stream().map(this::field).toList();
        List<String> paths = constants.stream().map(this::path).toList();
        boolean one = paths.size() == 1;
        add(
                Suggestion.Kind.CONSTANTS_TO_SCHEMA,
                paths,
                one
                        ? "leave out " + paths.get(0) + ", which is always the same: it belongs in the schema"
                        : "leave out the " + paths.size()
                                + " fields that are always the same: they belong in the schema",
                "readers must know the values without reading them; if a value ever changes, its field is needed again",
                ValueChange.without(constants));
        List<Header> headers = places.stream()
                .map(place -> BatchRecord.header(path(field(place)), unquoted(place)))
                .toList();
        add(
                Suggestion.Kind.CONSTANTS_TO_HEADERS,
                paths,
                "move " + (one ? paths.get(0) : "the " + paths.size() + " fields that are always the same")
                        + " to record headers",
                "readers must take the values from the headers, which are untyped bytes; replication and connectors must"
                        + " keep headers",
                new RecordEdit.ToHeaders(ValueRewrite.without(measurement.names(), constants), headers));
    }

    private byte[] unquoted(int place) {
        byte[] bytes = measurement.profiles().constant(place).getBytes(StandardCharsets.ISO_8859_1);
        return ValueRewrite.text(bytes, 0, bytes.length).getBytes(StandardCharsets.UTF_8);
    }

    private void addDetermined() {
        int added = 0;
        Set<String> needed = new HashSet<>();
        Map<String, String> lookedUpBy = new HashMap<>();
        for (int place : placesByCost()) {
            String path = path(field(place));
            Optional<Repeats.Other> found =
                    measurement.profiles().repeats(place).otherField();
            if (added < MAX_DETERMINED && found.filter(other -> !other.always()).isPresent()) {
                added++;
                addMostlyDetermined(place, found.get());
            }
            // A field that is needed to look up another one has to stay.
            Optional<Repeats.Other> other = found.filter(Repeats.Other::always)
                    .filter(known -> !needed.contains(path))
                    .map(known -> new Repeats.Other(last(known.path(), lookedUpBy), known.share(), known.same()))
                    .filter(known -> !known.path().equals(path));
            if (other.isPresent() && added < MAX_DETERMINED) {
                added++;
                String by = other.get().path();
                needed.add(by);
                lookedUpBy.put(path, by);
                add(
                        Suggestion.Kind.DROP_DETERMINED,
                        List.of(path),
                        other.get().same()
                                ? "leave out " + path + ", which equals " + by
                                : "leave out " + path + ", which " + by + " determines",
                        "readers must derive or look it up from " + by
                                + "; a sample cannot prove that this always works",
                        ValueChange.without(List.of(field(place))));
            }
        }
    }

    /** Records in which the field is not determined lose information, so this counts as dropping the field. */
    private void addMostlyDetermined(int place, Repeats.Other other) {
        String path = path(field(place));
        add(
                Suggestion.Kind.DROP,
                List.of(path),
                "leave out " + path + ", which "
                        + (other.same() ? "equals " + other.path() : other.path() + " determines") + " in "
                        + other.percent() + " of the records",
                "its values in the others are lost; readers must derive or look it up from " + other.path(),
                ValueChange.without(List.of(field(place))));
    }

    /**
     * If a field is itself left out, the field from which it can be looked up determines everything that it determines.
     */
    private static String last(String path, Map<String, String> lookedUpBy) {
        String by = path;
        for (String next = lookedUpBy.get(by); next != null; next = lookedUpBy.get(by)) {
            by = next;
        }
        return by;
    }

    private void addDropped() {
        List<Integer> named = placesByCost().stream()
                .filter(place -> !FieldNames.isOfManyNames(path(field(place))))
                .limit(MAX_DROPPED)
                .toList();
        for (int place : named) {
            if (!isKnownFromAnother(place) && !isConstant(place)) {
                String path = path(field(place));
                add(
                        Suggestion.Kind.DROP,
                        List.of(path),
                        "leave out " + path + ", if nobody reads it",
                        "readers that use it: ask their owners first",
                        ValueChange.without(List.of(field(place))));
            }
        }
    }

    private void addShortened() {
        boolean numbersAreText = format != ValueFormat.AVRO && format != ValueFormat.PROTOBUF;
        int added = 0;
        for (int place : placesByCost()) {
            Optional<ShorterForm> form = measurement
                    .profiles()
                    .shorter(place)
                    .filter(known -> numbersAreText || !known.decimals())
                    .filter(known -> !isKnownFromAnother(place));
            if (form.isPresent() && added < MAX_SHORTENED) {
                added++;
                String path = path(field(place));
                add(
                        Suggestion.Kind.SHORTEN,
                        List.of(path),
                        "keep " + form.get().words() + " of " + path + ", half of its average length",
                        "readers that need the rest: ask their owners first",
                        ValueChange.inForms(Map.of(field(place), form.get())));
            }
        }
    }

    /** Only if records have no keys or headers, since the joined record could keep only one of each. */
    private void addLargerRecords() {
        if (measurement.survey().keyShare() == 0
                && measurement.survey().headers().isEmpty()) {
            add(
                    Suggestion.Kind.LARGER_RECORDS,
                    List.of(),
                    "send " + JOINED + " neighbours as one record",
                    "consumers must split them, and process them again together if one fails; offsets, record counts"
                            + " and timestamps are per " + JOINED + " of them; the application must wait for " + JOINED,
                    new RecordEdit.Joined(JOINED, ValueJoin.of(format)));
        }
    }

    /** For the array with the most bytes among those with several elements. */
    private void addRecordForEachElement() {
        measurement.survey().arrays(MIN_ELEMENTS, MAX_GROWTH).stream()
                .filter(field -> !measurement.names().isInArray(field))
                .findFirst()
                .ifPresent(array -> add(
                        Suggestion.Kind.SMALLER_RECORDS,
                        List.of(path(array)),
                        "send a record for each element of " + path(array),
                        "the rest of the value is repeated with each element; readers that need all elements must collect them",
                        new RecordEdit.ForEachElement(array)));
    }
}
