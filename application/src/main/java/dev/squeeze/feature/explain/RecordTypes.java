package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * The types of records that share a topic, by the fields that they have. Records with the same fields are of one shape; shapes that have
 * most fields in common are of one type, that of the most frequent of them. What all records have says nothing, and counts little:
 * events of one topic often share an envelope. For many threads.
 */
final class RecordTypes {
    /** Of records, that have a type of their own; all others are of no type. */
    private static final double MIN_SHARE = 0.01;

    private static final int MAX_TYPES = 12;
    private static final int MAX_RECORDS = 20_000;
    private static final long MAX_BYTES = 32 << 20;

    /** Of the records: fields that so many have are the envelope, and those that fewer have are names that are data. */
    private static final double NEARLY_ALL = 0.99;

    private static final double HARDLY_ANY = 0.01;

    /** Of the fields that either shape has, those that both have. */
    private static final double ALIKE = 0.8;

    /** The same without those of the envelope. */
    private static final double ALIKE_APART_FROM_ENVELOPE = 0.5;

    /**
     * Where no field tells the types, optional fields may look like them: records are then as like those of their own type as this, apart
     * from the envelope, and nearly all have one.
     */
    private static final double WELL_APART = 0.8;

    private static final double HAVE_ONE = 0.95;

    private static final int MAX_VALUES = 64;
    private static final int OWN_FIELDS = 3;
    /** Of its records above that of the others, that have a field which is a type's own. */
    private static final double OWN = 0.5;

    private final FieldNames names;
    private final BitSet counted;
    private final BitSet envelope;
    private final List<BitSet> leaders;
    private final Map<BitSet, Integer> known = new ConcurrentHashMap<>();

    private RecordTypes(FieldNames names, BitSet counted, BitSet envelope, List<BitSet> leaders) {
        this.names = names;
        this.counted = counted;
        this.envelope = envelope;
        this.leaders = List.copyOf(leaders);
    }

    /**
     * What was found in some records.
     *
     * @param toldApartBy the path of a field whose values each belong to one type, nearly always; empty where none does
     * @param shares of the records, of each type; what they lack to 1 is of no type
     * @param ownFields paths of fields that nearly only its records have, of each type
     */
    record Found(RecordTypes types, Optional<String> toldApartBy, List<Double> shares, List<List<String>> ownFields) {}

    /** Empty where the records are of one type, or of none. The most frequent type comes first. */
    static Optional<Found> of(List<List<BatchRecord>> batches, FieldNames names, ValueParser parser) {
        List<ValueTree> trees = trees(batches, parser);
        List<BitSet> fields =
                trees.stream().map(tree -> fields(tree, names.size())).toList();
        int[] records = new int[names.size()];
        fields.forEach(each -> each.stream().forEach(field -> records[field]++));
        BitSet counted = whose(records, HARDLY_ANY * trees.size());
        BitSet envelope = whose(records, NEARLY_ALL * trees.size());
        List<BitSet> shapes = fields.stream().map(each -> and(each, counted)).toList();
        RecordTypes types = new RecordTypes(names, counted, envelope, leaders(shapes, envelope));
        return types.leaders.size() < 2 ? Optional.empty() : types.found(trees, shapes);
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

    private static BitSet fields(ValueTree tree, int size) {
        BitSet fields = new BitSet(size);
        tree.each(node -> fields.set(node.field()));
        return fields;
    }

    private static BitSet whose(int[] records, double least) {
        BitSet fields = new BitSet(records.length);
        IntStream.range(1, records.length)
                .filter(field -> records[field] > 0 && records[field] >= least)
                .forEach(fields::set);
        return fields;
    }

    private static BitSet and(BitSet one, BitSet other) {
        BitSet both = (BitSet) one.clone();
        both.and(other);
        return both;
    }

    /** The most frequent shapes that are not like a more frequent one, as far as enough records are like them. */
    private static List<BitSet> leaders(List<BitSet> shapes, BitSet envelope) {
        Map<BitSet, Integer> counts = new HashMap<>();
        shapes.forEach(shape -> counts.merge(shape, 1, Integer::sum));
        List<BitSet> leaders = new ArrayList<>();
        Map<BitSet, Integer> followers = new HashMap<>();
        counts.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<BitSet, Integer> shape) -> -shape.getValue())
                        .thenComparing(shape -> shape.getKey().toString()))
                .forEach(shape -> {
                    BitSet leader = leaders.stream()
                            .filter(each -> alike(each, shape.getKey(), envelope))
                            .findFirst()
                            .orElse(shape.getKey());
                    if (leader.equals(shape.getKey())) {
                        leaders.add(leader);
                    }
                    followers.merge(leader, shape.getValue(), Integer::sum);
                });
        return leaders.stream()
                .filter(leader -> followers.getOrDefault(leader, 0) >= MIN_SHARE * shapes.size())
                .sorted(Comparator.comparingInt(leader -> -followers.getOrDefault(leader, 0)))
                .limit(MAX_TYPES)
                .toList();
    }

    private static boolean alike(BitSet one, BitSet other, BitSet envelope) {
        return similarity(one, other) >= ALIKE
                || similarity(without(one, envelope), without(other, envelope)) >= ALIKE_APART_FROM_ENVELOPE;
    }

    private static BitSet without(BitSet fields, BitSet others) {
        BitSet left = (BitSet) fields.clone();
        left.andNot(others);
        return left;
    }

    /** Fields that both have, of those that either has (Jaccard's index). */
    private static double similarity(BitSet one, BitSet other) {
        BitSet either = (BitSet) one.clone();
        either.or(other);
        return either.isEmpty() ? 1 : (double) and(one, other).cardinality() / either.cardinality();
    }

    private Optional<Found> found(List<ValueTree> trees, List<BitSet> shapes) {
        int[] typeOf = shapes.stream().mapToInt(this::of).toArray();
        Optional<String> tellingField = tellingField(trees, typeOf);
        if (tellingField.isEmpty() && !areWellApart(shapes, typeOf)) {
            return Optional.empty();
        }
        double records = shapes.size();
        return Optional.of(new Found(
                this,
                tellingField,
                IntStream.range(0, count())
                        .mapToObj(type -> Arrays.stream(typeOf)
                                        .filter(each -> each == type)
                                        .count()
                                / records)
                        .toList(),
                IntStream.range(0, count())
                        .mapToObj(type -> ownFields(type, shapes, typeOf))
                        .toList()));
    }

    private boolean areWellApart(List<BitSet> shapes, int[] typeOf) {
        double alike = 0;
        int typed = 0;
        for (int i = 0; i < typeOf.length; i++) {
            if (typeOf[i] < count()) {
                typed++;
                alike += similarity(without(shapes.get(i), envelope), without(leaders.get(typeOf[i]), envelope));
            }
        }
        return typed >= HAVE_ONE * typeOf.length && alike >= WELL_APART * typed;
    }

    /** The field with the fewest values among those whose values each belong to one type. */
    private Optional<String> tellingField(List<ValueTree> trees, int[] typeOf) {
        record Telling(String path, int values) {}
        List<Telling> telling = new ArrayList<>();
        for (int field = envelope.nextSetBit(1); field >= 0; field = envelope.nextSetBit(field + 1)) {
            String path = names.field(field).path();
            if (!names.field(field).container() && !path.contains("[]")) {
                Map<String, int[]> typesOf = typesOfValues(field, trees, typeOf);
                int certain = typesOf.values().stream()
                        .mapToInt(types -> Arrays.stream(types).max().orElse(0))
                        .sum();
                Set<Integer> told = new HashSet<>();
                typesOf.values().forEach(types -> told.add(most(types)));
                boolean all = IntStream.range(0, count()).allMatch(told::contains);
                if (all && certain >= NEARLY_ALL * typeOf.length) {
                    telling.add(new Telling(path, typesOf.size()));
                }
            }
        }
        return telling.stream()
                .min(Comparator.comparingInt(Telling::values).thenComparing(Telling::path))
                .map(Telling::path);
    }

    /** Records of each type by the field's value; none where there are too many values. */
    private Map<String, int[]> typesOfValues(int field, List<ValueTree> trees, int[] typeOf) {
        Map<String, int[]> types = new HashMap<>();
        for (int i = 0; i < typeOf.length && types.size() <= MAX_VALUES; i++) {
            ValueTree tree = trees.get(i);
            int type = typeOf[i];
            tree.each(node -> {
                if (node.field() == field) {
                    types.computeIfAbsent(tree.text(node), unseen -> new int[count() + 1])[type]++;
                }
            });
        }
        return types.size() <= MAX_VALUES ? types : Map.of();
    }

    private static int most(int[] counts) {
        return IntStream.range(0, counts.length)
                .boxed()
                .max(Comparator.comparingInt(i -> counts[i]))
                .orElse(0);
    }

    private List<String> ownFields(int type, List<BitSet> shapes, int[] typeOf) {
        double[] have = new double[names.size()];
        double[] othersHave = new double[names.size()];
        long own = Arrays.stream(typeOf).filter(each -> each == type).count();
        for (int i = 0; i < typeOf.length; i++) {
            double[] counts = typeOf[i] == type ? have : othersHave;
            shapes.get(i).stream().forEach(field -> counts[field]++);
        }
        double others = Math.max(1, typeOf.length - own);
        return IntStream.range(1, names.size())
                .filter(field -> have[field] / own - othersHave[field] / others >= OWN)
                // An object stands for what is in it.
                .filter(field -> have[names.field(field).parent()] == 0
                        || have[names.field(field).parent()] / own
                                        - othersHave[names.field(field).parent()] / others
                                < OWN)
                .boxed()
                .sorted(Comparator.comparingDouble(field -> othersHave[field] / others - have[field] / own))
                .map(field -> names.field(field).path())
                .distinct()
                .limit(OWN_FIELDS)
                .toList();
    }

    /** How many types there are. */
    int count() {
        return leaders.size();
    }

    /** The number of a value's type, from 0 for the most frequent one; that of {@link #count()} where it is of none. */
    int of(Optional<ValueTree> tree) {
        return tree.map(known -> of(and(fields(known, names.size()), counted))).orElse(count());
    }

    private int of(BitSet shape) {
        return known.computeIfAbsent(shape, unseen -> IntStream.range(0, count())
                .filter(type -> alike(leaders.get(type), unseen, envelope))
                .boxed()
                .max(Comparator.comparingDouble(type -> similarity(leaders.get(type), unseen)))
                .orElse(count()));
    }
}
