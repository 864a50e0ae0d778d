package dev.squeeze.feature.explain;

import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;

/** Takes each field out of the batches, one after the other, and compresses them again. */
final class FieldMeasurement {
    /** Further ones are measured together: they have the fewest bytes. */
    private static final int MAX_FIELDS = 150;

    private static final int MAX_OBJECTS = 30;
    private static final int MAX_HEADERS = 20;

    private final FieldNames names;
    private final FieldSurvey survey;
    private final FieldProfiles profiles;
    private final PairedBatches paired;
    private final List<Integer> leaves;
    private final List<Integer> others;

    FieldMeasurement(List<List<BatchRecord>> batches, ValueFormatGuess format, Codec codec, long seed, int threads) {
        this.names = new FieldNames();
        this.survey = FieldSurvey.of(batches, names, format.parser(names));
        List<Integer> all = survey.leaves();
        // One further field is measured as well as several.
        int single = all.size() <= MAX_FIELDS + 1 ? all.size() : MAX_FIELDS;
        this.leaves = List.copyOf(all.subList(0, single));
        this.others = List.copyOf(all.subList(single, all.size()));
        this.profiles = FieldProfiles.of(batches, names, format.parser(names), leaves);
        this.paired = new PairedBatches(batches, () -> format.parser(names), codec, seed, threads);
    }

    FieldNames names() {
        return names;
    }

    FieldSurvey survey() {
        return survey;
    }

    FieldProfiles profiles() {
        return profiles;
    }

    PairedBatches paired() {
        return paired;
    }

    /** Fields that were measured one by one; {@link #profiles} has them by their places here. */
    List<Integer> leaves() {
        return leaves;
    }

    /** What is taken out in a trial, with what is known of it before. */
    private record Part(
            String path,
            ValueKind kind,
            int fields,
            double recordShare,
            double rawBytesPerRecord,
            Optional<Integer> place,
            RecordEdit edit) {}

    /**
     * Costs of fields.
     *
     * @param sizes with the change that leaves out all fields first
     * @param fields the most expensive first
     * @param objects the most expensive first
     */
    record Costs(
            BatchSizes sizes, FieldMoney money, List<FieldCost> fields, List<FieldCost> objects, SharedCost shared) {}

    Costs measure(
            Duration budget,
            boolean examples,
            java.util.function.Function<BatchSizes, FieldMoney> pricing,
            BooleanSupplier stop,
            DoubleConsumer progress) {
        List<Part> parts = new ArrayList<>(fieldParts());
        int fields = parts.size();
        parts.addAll(objectParts());
        List<RecordEdit> edits = new ArrayList<>();
        List<Integer> everything = new ArrayList<>(leaves);
        everything.addAll(others);
        edits.add(without(everything));
        parts.forEach(part -> edits.add(part.edit));
        BatchSizes sizes = paired.measure(edits, budget, stop, progress);
        if (!sizes.haveIntervals()) {
            throw stop.getAsBoolean()
                    ? new StoppedException("interrupted before enough batches were compressed")
                    : new FailedException("too few batches form for an interval: give more records");
        }
        FieldMoney money = pricing.apply(sizes);
        List<FieldCost> costs = new ArrayList<>();
        for (int i = 0; i < parts.size(); i++) {
            costs.add(cost(parts.get(i), i + 1, sizes, money, examples));
        }
        double alone = 0;
        for (int i = 0; i < fields; i++) {
            boolean ofValue = parts.get(i).edit instanceof RecordEdit.OfValue;
            alone += ofValue ? costs.get(i).storedBytesPerRecord().estimate() : 0;
        }
        double together = sizes.saved(0).estimate();
        return new Costs(
                sizes,
                money,
                sorted(costs.subList(0, fields)),
                sorted(costs.subList(fields, costs.size())),
                new SharedCost(
                        sizes.saved(0), alone, together - alone, sizes.stored().estimate() - together));
    }

    private static List<FieldCost> sorted(List<FieldCost> costs) {
        return costs.stream()
                .sorted(Comparator.comparingDouble(
                        cost -> -cost.storedBytesPerRecord().estimate()))
                .toList();
    }

    private FieldCost cost(Part part, int edit, BatchSizes sizes, FieldMoney money, boolean examples) {
        Optional<KindGuess> guess = part.place.map(profiles::kind);
        return new FieldCost(
                part.path,
                part.kind,
                part.fields,
                part.recordShare,
                part.rawBytesPerRecord,
                part.rawBytesPerRecord / sizes.rawBytesPerRecord(),
                sizes.saved(edit),
                sizes.saved(edit).estimate() / sizes.stored().estimate(),
                money.saved(sizes.saved(edit), sizes.rawSaved(edit)),
                guess.map(KindGuess::floorBytes).orElse(OptionalDouble.empty()),
                part.place.map(profiles::repeats).orElse(Repeats.NONE),
                examples ? part.place.map(profiles::examples).orElse(List.of()) : List.of());
    }

    private List<Part> fieldParts() {
        List<Part> parts = new ArrayList<>();
        for (int place = 0; place < leaves.size(); place++) {
            int field = leaves.get(place);
            parts.add(new Part(
                    names.field(field).path(),
                    profiles.kind(place).kind(),
                    1,
                    survey.recordShare(field),
                    survey.rawBytesPerRecord(field),
                    Optional.of(place),
                    without(List.of(field))));
        }
        if (!others.isEmpty()) {
            parts.add(new Part(
                    "(" + others.size() + " further fields)",
                    ValueKind.OTHERS,
                    others.size(),
                    others.stream().mapToDouble(survey::recordShare).max().orElse(0),
                    others.stream().mapToDouble(survey::rawBytesPerRecord).sum(),
                    Optional.empty(),
                    without(others)));
        }
        if (survey.keyShare() > 0) {
            parts.add(new Part(
                    "(record key)",
                    ValueKind.KEY,
                    1,
                    survey.keyShare(),
                    survey.keyBytesPerRecord(),
                    Optional.empty(),
                    new RecordEdit.WithoutKey()));
        }
        for (String header : survey.headers().stream().limit(MAX_HEADERS).toList()) {
            parts.add(new Part(
                    "(header) " + header,
                    ValueKind.HEADER,
                    1,
                    survey.headerShare(header),
                    survey.headerBytesPerRecord(header),
                    Optional.empty(),
                    new RecordEdit.WithoutHeader(header)));
        }
        return parts;
    }

    private List<Part> objectParts() {
        return survey.containers().stream()
                .limit(MAX_OBJECTS)
                .map(field -> new Part(
                        names.field(field).path(),
                        ValueKind.CONTAINER,
                        survey.leavesOf(field),
                        survey.recordShare(field),
                        survey.rawBytesPerRecord(field),
                        Optional.empty(),
                        without(List.of(field))))
                .toList();
    }

    private RecordEdit without(List<Integer> fields) {
        return new RecordEdit.OfValue(ValueRewrite.without(names, fields));
    }
}
