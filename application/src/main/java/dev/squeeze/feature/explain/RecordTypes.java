package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/**
 * The types of records that share a topic, determined from their fields. Records with the same fields have the same
 * shape. If the values of some field correlate with shapes, such as an event's {@code type}, records are of one type if
 * these values have shapes in common. Otherwise shapes with most fields in common are of one type. Fields that all
 * records have count little, since events of one topic often share an envelope. Thread-safe.
 */
final class RecordTypes {
    private static final int MAX_RECORDS = 20_000;
    private static final long MAX_BYTES = 32 << 20;

    /** Minimum share of the records for a type; all other records are of no type. */
    private static final double MIN_SHARE = 0.01;

    /** Minimum number for a type too: among fewer documents, two similar ones are chance. */
    private static final int MIN_RECORDS = 20;

    private static final int MAX_TYPES = 12;
    private static final int OWN_FIELDS = 3;
    /**
     * Minimum share of the type's records with the field, less the share of other records, for the field to be the
     * type's own.
     */
    private static final double OWN = 0.5;

    private final FieldNames names;
    private final RecordShapes shapes;
    private final Discriminator discriminator;
    private final int count;

    /** Determines the type of a record. */
    private sealed interface Discriminator {
        /** The number of the type; empty for none. */
        OptionalInt of(ValueTree tree, RecordShapes shapes);

        /** @param types by the field's values */
        record Field(int field, Map<String, Integer> types) implements Discriminator {
            @Override
            public OptionalInt of(ValueTree tree, RecordShapes shapes) {
                return DiscriminatorField.value(tree, field)
                        .map(types::get)
                        .map(OptionalInt::of)
                        .orElse(OptionalInt.empty());
            }
        }

        /** The number of the shape's group. */
        record Shape() implements Discriminator {
            @Override
            public OptionalInt of(ValueTree tree, RecordShapes shapes) {
                int group = shapes.of(tree);
                return group < shapes.count() ? OptionalInt.of(group) : OptionalInt.empty();
            }
        }
    }

    private RecordTypes(FieldNames names, RecordShapes shapes, Discriminator discriminator, int count) {
        this.names = names;
        this.shapes = shapes;
        this.discriminator = discriminator;
        this.count = count;
    }

    /**
     * Types found in some records.
     *
     * @param recordsSeen number of records examined
     * @param discriminatorField the path of a field whose values each belong to one type; empty if there is none
     * @param shares share of the records for each type; the remainder is of no type
     * @param ownFields for each type, paths of fields that occur almost only in its records
     */
    record Found(
            RecordTypes types,
            long recordsSeen,
            Optional<String> discriminatorField,
            List<Double> shares,
            List<List<String>> ownFields) {}

    /** Empty if there are fewer than two types. The most frequent type is first. */
    static Optional<Found> of(List<List<BatchRecord>> batches, FieldNames names, ValueParser parser) {
        List<ValueTree> trees = trees(batches, parser);
        double minShare = Math.max(MIN_SHARE, (double) MIN_RECORDS / Math.max(1, trees.size()));
        RecordShapes shapes = RecordShapes.of(trees, names, minShare);
        Optional<DiscriminatorField> field =
                shapes.count() < 2 ? Optional.empty() : DiscriminatorField.of(trees, shapes, names);
        Optional<RecordTypes> types = field.map(known -> {
                    Map<String, Integer> ofValues = known.types(minShare, MAX_TYPES);
                    return new RecordTypes(names, shapes, new Discriminator.Field(known.field(), ofValues), (int)
                            ofValues.values().stream().distinct().count());
                })
                .or(() -> shapes.areWellApart(trees)
                        ? Optional.of(new RecordTypes(names, shapes, new Discriminator.Shape(), shapes.count()))
                        : Optional.empty());
        return types.filter(known -> known.count >= 2)
                .map(known -> known.found(
                        trees, field.map(each -> names.field(each.field()).path())));
    }

    private static List<ValueTree> trees(List<List<BatchRecord>> batches, ValueParser parser) {
        List<BatchRecord> all = batches.stream().flatMap(List::stream).toList();
        double bytes = all.stream().mapToDouble(BatchRecord::payloadBytes).sum();
        int every = (int) Math.max(1, Math.max(all.size() / MAX_RECORDS, bytes / MAX_BYTES));
        List<ValueTree> trees = new ArrayList<>();
        for (int i = 0; i < all.size(); i += every) {
            byte[] value = all.get(i).value();
            Optional.ofNullable(value).flatMap(parser::parse).ifPresent(trees::add);
        }
        return trees;
    }

    private Found found(List<ValueTree> trees, Optional<String> field) {
        int[] typeOf = trees.stream().mapToInt(tree -> of(Optional.of(tree))).toArray();
        return new Found(
                this,
                typeOf.length,
                field,
                IntStream.range(0, count)
                        .mapToObj(type -> Arrays.stream(typeOf)
                                        .filter(each -> each == type)
                                        .count()
                                / (double) typeOf.length)
                        .toList(),
                IntStream.range(0, count)
                        .mapToObj(type -> ownFields(type, trees, typeOf))
                        .toList());
    }

    private List<String> ownFields(int type, List<ValueTree> trees, int[] typeOf) {
        double[] have = new double[names.size()];
        double[] othersHave = new double[names.size()];
        double own = Arrays.stream(typeOf).filter(each -> each == type).count();
        double others = Math.max(1, typeOf.length - own);
        for (int i = 0; i < typeOf.length; i++) {
            boolean isOwn = typeOf[i] == type;
            shapes.fields(trees.get(i)).stream()
                    .forEach(field -> (isOwn ? have : othersHave)[field] += 1 / (isOwn ? own : others));
        }
        IntToDoubleFunction more = field -> have[field] - othersHave[field];
        return IntStream.range(1, names.size())
                .filter(field -> more.applyAsDouble(field) >= OWN)
                // An object stands for everything in it.
                .filter(field -> more.applyAsDouble(names.field(field).parent()) < OWN)
                .boxed()
                .sorted(Comparator.comparingDouble(field -> -more.applyAsDouble(field)))
                .map(field -> names.field(field).path())
                .distinct()
                .limit(OWN_FIELDS)
                .toList();
    }

    /** Number of types. */
    int count() {
        return count;
    }

    /** The number of a value's type, from 0 for the most frequent one; {@link #count()} if it is of none. */
    int of(Optional<ValueTree> tree) {
        return tree.map(known -> discriminator.of(known, shapes).orElse(count)).orElse(count);
    }
}
