package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ExplainResult.ValueFormat;
import dev.squeeze.feature.explain.FieldParts.Part;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Removes each field from the batches in turn, and compresses them again. */
final class FieldMeasurement {
    /** Fields beyond this number, which have the fewest bytes, are measured together. */
    private static final int MAX_FIELDS = 150;

    /** Users act on the most expensive fields, so these are measured again on more batches. */
    private static final int FIELDS_MEASURED_CLOSELY = 12;

    private static final int LARGE_MEASURED_CLOSELY = 3;

    /** Share of the uncompressed bytes. */
    private static final double LARGE_FROM = 0.03;

    /** Objects cost more than their fields, and would leave no time for these. */
    private static final int OBJECTS_MEASURED_CLOSELY = 4;

    /** Share of the time for a first pass over all of them. */
    private static final double FOR_FIRST_LOOK = 0.3;

    private final FieldNames names;
    private final ValueFormat format;
    private final FieldSurvey survey;
    private final FieldProfiles profiles;
    private final PairedBatches paired;
    private final List<Integer> leaves;
    private final List<Integer> others;

    FieldMeasurement(
            MeasuredBatches formed,
            ValueFormatGuess format,
            Codec codec,
            BatchClosing closing,
            long seed,
            int threads) {
        this.names = new FieldNames();
        this.format = format.format();
        this.survey = FieldSurvey.of(formed.once(), names, format.parser(names));
        List<Integer> all = survey.leaves();
        // A single remaining field is measured like the others.
        int single = all.size() <= MAX_FIELDS + 1 ? all.size() : MAX_FIELDS;
        this.leaves = List.copyOf(all.subList(0, single));
        this.others = List.copyOf(all.subList(single, all.size()));
        this.profiles = FieldProfiles.of(formed.once(), names, format.parser(names), survey, leaves);
        this.paired = new PairedBatches(formed, () -> format.parser(names), codec, closing, seed, threads);
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

    /** Fields that were measured individually; {@link #profiles} uses their positions in this list. */
    List<Integer> leaves() {
        return leaves;
    }

    /**
     * Costs of fields.
     *
     * @param sizes of the largest number of batches that were measured; the first change is leaving out all fields
     * @param fields the most expensive first
     * @param objects the most expensive first
     */
    record Costs(
            BatchSizes sizes, FieldMoney money, List<FieldCost> fields, List<FieldCost> objects, SharedCost shared) {}

    /** The saving of a part is that of the change with this number. */
    private record Measured(BatchSizes sizes, int edit) {
        ConfidenceInterval saved() {
            return sizes.saved(edit);
        }
    }

    /** What is known about the fields before anything is compressed, those with the most uncompressed bytes first. */
    List<UnmeasuredResult.ReadField> read() {
        return new FieldParts(names, format, survey, profiles)
                .fields(leaves, others).stream()
                        .map(part -> new UnmeasuredResult.ReadField(
                                part.path(),
                                part.kind(),
                                part.fields(),
                                part.recordShare(),
                                part.rawBytesPerRecord(),
                                part.rawBytesPerRecord() / survey.rawBytesPerRecord(),
                                floorBytes(part)))
                        .sorted(Comparator.comparingDouble(field -> -field.rawBytesPerRecord()))
                        .toList();
    }

    /** Empty if it was stopped before enough batches were compressed to determine costs. */
    Optional<Costs> measure(
            Duration budget,
            boolean examples,
            Function<BatchSizes, FieldMoney> pricing,
            BooleanSupplier stop,
            DoubleConsumer progress) {
        FieldParts all = new FieldParts(names, format, survey, profiles);
        List<Part> parts = new ArrayList<>(all.fields(leaves, others));
        int fields = parts.size();
        parts.addAll(all.objects());
        List<Integer> everything = new ArrayList<>(leaves);
        everything.addAll(others);
        RecordEdit.OfEach withoutAll = all.withoutAll(everything);
        BatchSizes first = paired.measure(
                edits(withoutAll, parts),
                part(budget, FOR_FIRST_LOOK),
                stop,
                done -> progress.accept(FOR_FIRST_LOOK * done));
        if (!first.haveIntervals()) {
            if (stop.getAsBoolean()) {
                return Optional.empty();
            }
            throw new FailedException("too few batches form for an interval: give more records");
        }
        List<Measured> measured = new ArrayList<>(IntStream.range(0, parts.size())
                .mapToObj(i -> new Measured(first, i + 1))
                .toList());
        BatchSizes sizes = first;
        if (!stop.getAsBoolean()) {
            sizes = measureClosely(withoutAll, parts, fields, measured, budget, stop, progress);
        }
        FieldMoney money = pricing.apply(sizes);
        List<FieldCost> costs = IntStream.range(0, parts.size())
                .mapToObj(i -> cost(parts.get(i), measured.get(i), money, examples))
                .toList();
        return Optional.of(new Costs(
                sizes,
                money,
                sorted(costs.subList(0, fields)),
                sorted(costs.subList(fields, costs.size())),
                shared(first, parts.subList(0, fields), sizes.stored().estimate())));
    }

    private static Duration part(Duration budget, double share) {
        return Duration.ofNanos((long) (share * budget.toNanos()));
    }

    private static List<RecordEdit.OfEach> edits(RecordEdit.OfEach withoutAll, List<Part> parts) {
        List<RecordEdit.OfEach> edits = new ArrayList<>();
        edits.add(withoutAll);
        parts.forEach(part -> edits.add(part.edit()));
        return edits;
    }

    /**
     * Measures the most expensive parts again, and as many further ones as there is time for.
     *
     * @param parts fields first, then objects
     * @param measured results for all parts; replaced for those measured on more batches
     * @return the sizes of the largest number of batches
     */
    private BatchSizes measureClosely(
            RecordEdit.OfEach withoutAll,
            List<Part> parts,
            int fields,
            List<Measured> measured,
            Duration budget,
            BooleanSupplier stop,
            DoubleConsumer progress) {
        BatchSizes most = measured.get(0).sizes;
        List<Integer> ranked = mostExpensive(IntStream.range(0, fields), measured);
        List<Integer> group = new ArrayList<>(ranked.subList(0, Math.min(FIELDS_MEASURED_CLOSELY, fields)));
        group.addAll(large(ranked.subList(group.size(), fields), parts));
        group.addAll(mostExpensive(IntStream.range(fields, parts.size()), measured).stream()
                .limit(OBJECTS_MEASURED_CLOSELY)
                .toList());
        Duration all = part(budget, 1 - FOR_FIRST_LOOK);
        long begin = System.nanoTime();
        long took = 0;
        for (int next = FIELDS_MEASURED_CLOSELY; !group.isEmpty(); next += FIELDS_MEASURED_CLOSELY) {
            long groupBegin = System.nanoTime();
            Duration left = all.minusNanos(groupBegin - begin);
            // The members of an unfinished group would be based on other batches than the earlier ones.
            if (stop.getAsBoolean() || took > left.toNanos()) {
                return most;
            }
            double done = FOR_FIRST_LOOK + (1 - FOR_FIRST_LOOK) * (1 - (double) left.toNanos() / all.toNanos());
            BatchSizes sizes = paired.measureClosely(
                    edits(withoutAll, group.stream().map(parts::get).toList()),
                    left,
                    stop,
                    share -> progress.accept(done + (1 - done) * share));
            if (!sizes.haveIntervals() || sizes.measured() < most.measured()) {
                return most;
            }
            most = sizes;
            for (int i = 0; i < group.size(); i++) {
                measured.set(group.get(i), new Measured(sizes, i + 1));
            }
            took = System.nanoTime() - groupBegin;
            group = ranked.subList(Math.min(next, fields), Math.min(next + FIELDS_MEASURED_CLOSELY, fields));
        }
        return most;
    }

    /**
     * Fields with the most uncompressed bytes. The first pass, in which batches keep their records, cannot see the cost
     * of a field that keeps large records from sharing a batch.
     */
    private List<Integer> large(List<Integer> fields, List<Part> parts) {
        return fields.stream()
                .filter(field -> parts.get(field).rawBytesPerRecord() >= LARGE_FROM * survey.rawBytesPerRecord())
                .sorted(Comparator.comparingDouble(field -> -parts.get(field).rawBytesPerRecord()))
                .limit(LARGE_MEASURED_CLOSELY)
                .toList();
    }

    private static List<Integer> mostExpensive(IntStream parts, List<Measured> measured) {
        return parts.boxed()
                .sorted(Comparator.comparingDouble(i -> -measured.get(i).saved().estimate()))
                .toList();
    }

    /**
     * Uses the same batches for all fields, since deeper ones would save more for some fields than for others.
     *
     * @param stored bytes per record, from more batches than these; its parts keep their shares
     */
    private static SharedCost shared(BatchSizes sizes, List<Part> fields, double stored) {
        double alone = 0;
        for (int i = 0; i < fields.size(); i++) {
            alone += fields.get(i).edit() instanceof RecordEdit.OfValue
                    ? sizes.savedInTheSameBatches(i + 1).estimate()
                    : 0;
        }
        double scale = stored / sizes.stored().estimate();
        ConfidenceInterval together = sizes.savedInTheSameBatches(0).times(scale);
        return new SharedCost(
                together, scale * alone, together.estimate() - scale * alone, stored - together.estimate());
    }

    private static List<FieldCost> sorted(List<FieldCost> costs) {
        return costs.stream()
                .sorted(Comparator.comparingDouble(
                        cost -> -cost.storedBytesPerRecord().estimate()))
                .toList();
    }

    private FieldCost cost(Part part, Measured measured, FieldMoney money, boolean examples) {
        BatchSizes sizes = measured.sizes;
        ConfidenceInterval saved = measured.saved();
        return new FieldCost(
                part.path(),
                part.kind(),
                part.fields(),
                part.recordShare(),
                part.rawBytesPerRecord(),
                part.rawBytesPerRecord() / sizes.rawBytesPerRecord(),
                saved,
                saved.estimate() / sizes.stored().estimate(),
                money.saved(saved, sizes.rawSaved(measured.edit)),
                floorBytes(part),
                part.place().map(profiles::repeats).orElse(Repeats.NONE),
                examples ? part.place().map(profiles::examples).orElse(List.of()) : List.of());
    }

    private OptionalDouble floorBytes(Part part) {
        return part.place().map(profiles::kind).map(KindGuess::floorBytes).orElse(OptionalDouble.empty());
    }
}
