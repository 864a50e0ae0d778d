package dev.squeeze.feature.explain;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The fields that values have, each with a number. A value and an object of the same name are two fields, since one record may have
 * the one and another record the other. Bounded, because documents may use identifiers as names: those of an object with too
 * many names count as one field {@code *}. For one thread until it is frozen, then for all.
 */
final class FieldNames {
    static final int ROOT = 0;

    private static final int MAX_NAMES_OF_AN_OBJECT = 256;
    private static final int MAX_FIELDS = 5_000;
    private static final int MAX_PATH_CHARACTERS = 200;

    /**
     * One field.
     *
     * @param path such as {@code items[].price}
     * @param parent number of the object or array that it is in
     * @param container true for objects and arrays that hold something
     */
    record Field(String path, int parent, boolean container) {}

    private record Place(int parent, String name, boolean container) {}

    private final List<Field> fields = new ArrayList<>();
    private final Map<Place, Integer> numbers = new HashMap<>();
    private final Map<Integer, Integer> namesOf = new HashMap<>();
    private boolean frozen;

    FieldNames() {
        fields.add(new Field("", ROOT, true));
    }

    /** From now on, names that were not seen count as {@code *}. */
    void freeze() {
        frozen = true;
    }

    /** A member of an object, or a column. */
    int member(int parent, String name, boolean container) {
        Integer known = numbers.get(new Place(parent, name, container));
        if (known != null) {
            return known;
        }
        boolean full =
                frozen || fields.size() >= MAX_FIELDS || namesOf.getOrDefault(parent, 0) >= MAX_NAMES_OF_AN_OBJECT;
        if (!full) {
            namesOf.merge(parent, 1, Integer::sum);
            return add(parent, name, container);
        }
        Integer others = numbers.get(new Place(parent, "*", container));
        return others != null ? others : frozen ? parent : add(parent, "*", container);
    }

    /** An element of an array. */
    int element(int parent, boolean container) {
        Integer known = numbers.get(new Place(parent, "[]", container));
        return known != null ? known : frozen ? parent : add(parent, "[]", container);
    }

    private int add(int parent, String name, boolean container) {
        String before = fields.get(parent).path;
        String path = name.equals("[]") || before.isEmpty() ? before + name : before + "." + name;
        fields.add(new Field(
                path.length() > MAX_PATH_CHARACTERS ? path.substring(0, MAX_PATH_CHARACTERS) + "..." : path,
                parent,
                container));
        numbers.put(new Place(parent, name, container), fields.size() - 1);
        return fields.size() - 1;
    }

    /** Whether the field is in an object with so many names that they are data. */
    boolean isNamedByData(int number) {
        for (int at = number; at != ROOT; at = fields.get(at).parent) {
            int parent = fields.get(at).parent;
            if (numbers.containsKey(new Place(parent, "*", true))
                    || numbers.containsKey(new Place(parent, "*", false))) {
                return true;
            }
        }
        return false;
    }

    int size() {
        return fields.size();
    }

    Field field(int number) {
        return fields.get(number);
    }

    /** Whether a path stands for the fields of an object beyond those that are counted by name. */
    static boolean isOfManyNames(String path) {
        return path.equals("*") || path.endsWith(".*");
    }

    /** These fields and every object or array that holds one of them. */
    BitSet withParents(BitSet some) {
        BitSet all = new BitSet(size());
        for (int field = some.nextSetBit(0); field >= 0; field = some.nextSetBit(field + 1)) {
            int at = field;
            while (!all.get(at)) {
                all.set(at);
                at = fields.get(at).parent;
            }
        }
        return all;
    }
}
