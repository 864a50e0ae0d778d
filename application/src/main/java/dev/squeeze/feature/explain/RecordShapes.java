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
 * Groups of shapes. A shape is the set of fields that a value has. A shape belongs to the group whose most frequent
 * shape it has most fields in common with. Thread-safe.
 */
final class RecordShapes {
    /** Share of values from which a field belongs to the envelope. */
    private static final double NEARLY_ALL = 0.99;

    /** Share of values below which a field is ignored, since its name is probably data. */
    private static final double HARDLY_ANY = 0.01;

    private static final int MAX_GROUPS = 64;

    /** Limit while groups are being found, since with many optional fields each value may have its own shape. */
    private static final int MAX_LEADERS = 500;

    /** Number of shapes whose groups are cached. */
    private static final int MAX_KNOWN = 10_000;

    /** Minimum number of fields that both shapes have, over those that either has. */
    private static final double ALIKE = 0.8;

    /** The same without the fields of the envelope. */
    private static final double ALIKE_APART_FROM_ENVELOPE = 0.5;

    /**
     * Optional fields make many shapes but no groups, so values must be at least this similar to those of their own
     * group, without the envelope.
     */
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

    /** @param minShare minimum share of the values for a group */
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

    /** The most frequent shapes that are not similar to a more frequent one and that enough values are similar to. */
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

    /** Number of fields that both have over those that either has (Jaccard index). */
    private static double similarity(BitSet one, BitSet other) {
        BitSet either = (BitSet) one.clone();
        either.or(other);
        return either.isEmpty() ? 1 : (double) both(one, other).cardinality() / either.cardinality();
    }

    /** Whether values are similar enough to those of their groups. */
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

    /** The fields that nearly all values have. */
    BitSet envelope() {
        return (BitSet) envelope.clone();
    }

    /** Numbers of the fields that a value has, without names that are data. */
    BitSet fields(ValueTree tree) {
        return both(allFields(tree, size), counted);
    }

    /** Number of groups. */
    int count() {
        return leaders.size();
    }

    /** The number of a value's group, from 0 for the largest one; {@link #count()} if it belongs to none. */
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
