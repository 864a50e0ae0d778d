package dev.squeeze.feature.explain;

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
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * A field whose values correlate with the shapes of records, such as an event's {@code type}. Values that have shapes
 * in common are of one type, so a field unrelated to shapes puts all records in one type.
 *
 * @param field its number
 * @param types values of each type with their numbers of records, the type with the most records first
 * @param records number of records examined
 */
record DiscriminatorField(int field, List<Map<String, Integer>> types, int records) {
    private static final int MAX_VALUES = 256;

    /** Minimum records per value: rare values correlate with any shape. */
    private static final int MIN_REPEATS = 10;

    /** Share of a value's records that must have shapes of a group for the value to have that group. */
    private static final double HAS = 0.05;

    /** Minimum share of records for a type to count when fields are compared. */
    private static final double MIN_SHARE = 0.01;

    /** The field that distinguishes types best; empty if none does. */
    static Optional<DiscriminatorField> of(List<ValueTree> trees, RecordShapes shapes, FieldNames names) {
        int[] groupOf = trees.stream().mapToInt(shapes::of).toArray();
        List<DiscriminatorField> found = new ArrayList<>();
        BitSet everywhere = shapes.envelope();
        everywhere.stream()
                .filter(field -> !names.field(field).container() && !names.isInArray(field))
                .forEach(field -> {
                    Map<String, int[]> groups = groupsOfValues(field, trees, groupOf, shapes.count());
                    if (groups.size() >= 2) {
                        found.add(new DiscriminatorField(field, types(groups, shapes.count()), trees.size()));
                    }
                });
        return found.stream()
                .filter(each -> each.bits() > 0)
                .max(Comparator.comparingDouble(DiscriminatorField::bits)
                        .thenComparing(Comparator.comparingInt(DiscriminatorField::values)
                                .thenComparing(DiscriminatorField::field)
                                .reversed()));
    }

    /** The field's value as text; empty if the record does not have the field. */
    static Optional<String> value(ValueTree tree, int field) {
        return tree.first(field).map(tree::text);
    }

    /**
     * By value of the field, the number of records in each group of shapes; empty if there are too many values, or too
     * few records per value.
     */
    private static Map<String, int[]> groupsOfValues(int field, List<ValueTree> trees, int[] groupOf, int groups) {
        Map<String, int[]> byValue = new TreeMap<>();
        for (int i = 0; i < groupOf.length && byValue.size() <= MAX_VALUES; i++) {
            int group = groupOf[i];
            value(trees.get(i), field)
                    .ifPresent(value -> byValue.computeIfAbsent(value, unseen -> new int[groups + 1])[group]++);
        }
        return byValue.size() <= Math.min(MAX_VALUES, trees.size() / MIN_REPEATS) ? byValue : Map.of();
    }

    /** Merges values that have a group of shapes in common. */
    private static List<Map<String, Integer>> types(Map<String, int[]> groupsOf, int groups) {
        record Type(Set<Integer> groups, Map<String, Integer> values) {}
        List<Type> types = new ArrayList<>();
        groupsOf.forEach((value, counts) -> {
            int records = Arrays.stream(counts).sum();
            // Values whose shapes belong to no group have nothing in common with others.
            Set<Integer> own = new HashSet<>(IntStream.range(0, groups)
                    .filter(group -> counts[group] >= HAS * records)
                    .boxed()
                    .toList());
            Map<String, Integer> values = new HashMap<>(Map.of(value, records));
            for (Type type : List.copyOf(types)) {
                if (type.groups.stream().anyMatch(own::contains)) {
                    types.remove(type);
                    own.addAll(type.groups);
                    values.putAll(type.values);
                }
            }
            types.add(new Type(own, values));
        });
        return types.stream()
                .map(Type::values)
                .sorted(Comparator.comparingInt(values -> -sum(values)))
                .toList();
    }

    private static int sum(Map<String, Integer> values) {
        return values.values().stream().mapToInt(Integer::intValue).sum();
    }

    private int values() {
        return types.stream().mapToInt(Map::size).sum();
    }

    /** Entropy of the type in bits: how well the field distinguishes types. */
    private double bits() {
        return types.stream()
                .mapToDouble(values -> (double) sum(values) / records)
                .filter(share -> share >= MIN_SHARE && share < 1)
                .map(share -> -share * Math.log(share) / Math.log(2))
                .sum();
    }

    /**
     * Types by the field's values, numbered from the most frequent one.
     *
     * @param minShare minimum share of the records for a type; values of other types are left out
     */
    Map<String, Integer> types(double minShare, int max) {
        Map<String, Integer> numbers = new HashMap<>();
        List<Map<String, Integer>> frequent = types.stream()
                .filter(values -> sum(values) >= minShare * records)
                .limit(max)
                .toList();
        for (int type = 0; type < frequent.size(); type++) {
            int number = type;
            frequent.get(type).keySet().forEach(value -> numbers.put(value, number));
        }
        return Map.copyOf(numbers);
    }
}
