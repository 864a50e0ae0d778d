package dev.squeeze.feature.explain;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;

/**
 * Groups of shapes: which fields values have. A shape is of the group of the most frequent shape that it has most fields in common with.
 * For many threads.
 */
final class RecordShapes {
    /** Of the values: fields that so many have are the envelope, and those that fewer have are names that are data. */
    private static final double NEARLY_ALL = 0.99;

    private static final double HARDLY_ANY = 0.01;

    private static final int MAX_GROUPS = 64;

    /** While groups are found: of many optional fields each value may have a shape of its own. */
    private static final int MAX_LEADERS = 500;

    /** Whose groups are kept in memory. */
    private static final int MAX_KNOWN = 10_000;

    /** Of the fields that either shape has, those that both have. */
    private static final double ALIKE = 0.8;

    /** The same without those of the envelope. */
    private static final double ALIKE_APART_FROM_ENVELOPE = 0.5;

    /** Optional fields make many shapes, but no groups: values are as like those of their own group as this, without the envelope. */
    private static final double WELL_APART = 0.8;

    private static final double HAVE_ONE = 0.95;

    private final int size;
    private final BitSet counted;
    private final BitSet envelope;
    private final List<BitSet> leaders;
    private final Map<BitSet, Integer> known = new ConcurrentHashMap<>();

    private RecordShapes(int size, BitSet counted, BitSet envelope, List<BitSet> leaders) {
        this.size = size;
        this.counted = counted;
        this.envelope = envelope;
        this.leaders = List.copyOf(leaders);
    }

    /** @param minShare of the values, that a group has at least */
    static RecordShapes of(List<ValueTree> trees, FieldNames names, double minShare) {
        List<BitSet> fields =
                trees.stream().map(tree -> allFields(tree, names.size())).toList();
        int[] values = new int[names.size()];
        fields.forEach(each -> each.stream().forEach(field -> values[field]++));
        BitSet counted = whose(values, HARDLY_ANY * trees.size());
        BitSet envelope = whose(values, NEARLY_ALL * trees.size());
        IntStream.range(1, names.size()).filter(names::isNamedByData).forEach(field -> {
            counted.clear(field);
            envelope.clear(field);
        });
        return new RecordShapes(
                names.size(),
                counted,
                envelope,
                leaders(fields.stream().map(each -> both(each, counted)).toList(), envelope, minShare));
    }

    private static BitSet allFields(ValueTree tree, int size) {
        BitSet fields = new BitSet(size);
        tree.each(node -> fields.set(node.field()));
        return fields;
    }

    private static BitSet whose(int[] values, double least) {
        BitSet fields = new BitSet(values.length);
        IntStream.range(1, values.length)
                .filter(field -> values[field] > 0 && values[field] >= least)
                .forEach(fields::set);
        return fields;
    }

    /** The most frequent shapes that are not like a more frequent one, as far as enough values are like them. */
    private static List<BitSet> leaders(List<BitSet> shapes, BitSet envelope, double minShare) {
        Map<BitSet, Integer> counts = new HashMap<>();
        shapes.forEach(shape -> counts.merge(shape, 1, Integer::sum));
        List<BitSet> leaders = new ArrayList<>();
        Map<BitSet, Integer> followers = new HashMap<>();
        counts.entrySet().stream()
                .sorted(Comparator.comparingInt((Map.Entry<BitSet, Integer> shape) -> -shape.getValue())
                        .thenComparing(shape -> shape.getKey().toString()))
                .forEach(shape -> {
                    Optional<BitSet> leader = leaders.stream()
                            .filter(each -> alike(each, shape.getKey(), envelope))
                            .findFirst();
                    if (leader.isEmpty() && leaders.size() < MAX_LEADERS) {
                        leaders.add(shape.getKey());
                    }
                    followers.merge(leader.orElse(shape.getKey()), shape.getValue(), Integer::sum);
                });
        return leaders.stream()
                .filter(leader -> followers.getOrDefault(leader, 0) >= minShare * shapes.size())
                .sorted(Comparator.comparingInt(leader -> -followers.getOrDefault(leader, 0)))
                .limit(MAX_GROUPS)
                .toList();
    }

    private static boolean alike(BitSet one, BitSet other, BitSet envelope) {
        return similarity(one, other) >= ALIKE
                || similarity(without(one, envelope), without(other, envelope)) >= ALIKE_APART_FROM_ENVELOPE;
    }

    private static BitSet both(BitSet one, BitSet other) {
        BitSet both = (BitSet) one.clone();
        both.and(other);
        return both;
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
        return either.isEmpty() ? 1 : (double) both(one, other).cardinality() / either.cardinality();
    }

    /** Whether values are much more like those of their group than those of others. */
    boolean areWellApart(List<ValueTree> trees) {
        double alike = 0;
        int grouped = 0;
        for (ValueTree tree : trees) {
            int group = of(tree);
            if (group < count()) {
                grouped++;
                alike += similarity(without(fields(tree), envelope), without(leaders.get(group), envelope));
            }
        }
        return grouped >= HAVE_ONE * trees.size() && alike >= WELL_APART * grouped;
    }

    /** Of fields that nearly all values have. */
    BitSet envelope() {
        return (BitSet) envelope.clone();
    }

    /** Numbers of the fields that a value has, but for names that are data. */
    BitSet fields(ValueTree tree) {
        return both(allFields(tree, size), counted);
    }

    /** How many groups there are. */
    int count() {
        return leaders.size();
    }

    /** The number of a value's group, from 0 for the one with the most values; that of {@link #count()} where it is of none. */
    int of(ValueTree tree) {
        BitSet shape = fields(tree);
        return known.size() < MAX_KNOWN ? known.computeIfAbsent(shape, this::nearest) : nearest(shape);
    }

    private int nearest(BitSet shape) {
        return IntStream.range(0, count())
                .filter(group -> alike(leaders.get(group), shape, envelope))
                .boxed()
                .max(Comparator.comparingDouble(group -> similarity(leaders.get(group), shape)))
                .orElse(count());
    }
}
