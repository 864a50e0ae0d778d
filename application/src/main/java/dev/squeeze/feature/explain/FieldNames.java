package dev.squeeze.feature.explain;

import dev.squeeze.kit.document.Figures;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The fields that values have, each with a number. A value and an object with the same name are two fields, since
 * different records may have either. The number of fields is limited, because documents may use identifiers as names:
 * if an object has too many names, those with the fewest bytes count as one field. Not thread-safe until it is frozen,
 * thread-safe afterwards.
 */
final class FieldNames {
    static final int ROOT = 0;

    private static final int MAX_NAMES_OF_AN_OBJECT = 256;
    /** Limit until it is known which names have the most bytes. */
    private static final int MAX_NAMES_AT_FIRST = 2_000;

    private static final int MAX_FIELDS = 5_000;
    private static final int MAX_FIELDS_AT_FIRST = 20_000;
    private static final int MAX_PATH_CHARACTERS = 200;
    private static final String OTHERS_END = "other fields)";
    private static final String ELEMENT = "[]";

    /**
     * One field.
     *
     * @param path such as {@code items[].price}; ambiguous names are in quotes
     * @param name as in the value, or as the parser calls it
     * @param parent number of the object or array that contains it
     * @param container true for objects and arrays that are not empty
     * @param repeated true for elements of an array
     */
    record Field(String path, String name, int parent, boolean container, boolean repeated) {}

    /** How a field is reached from its parent. */
    private enum Step {
        /** By a name in the values. */
        MEMBER,
        /** By a name from the parser. */
        LABEL,
        ELEMENT,
        /** All names beyond the limit. */
        OTHERS
    }

    private record Place(int parent, Step step, String name, boolean container) {}

    private final List<Field> fields = new ArrayList<>();
    private final Map<Place, Integer> numbers = new HashMap<>();
    private final Map<Integer, Integer> namesOf = new HashMap<>();
    private final Set<Integer> narrowed = new HashSet<>();
    private boolean first = true;
    private boolean frozen;

    FieldNames() {
        fields.add(new Field("", "", ROOT, true, false));
    }

    /** From now on, all names that were not seen before count as one. */
    void freeze() {
        frozen = true;
    }

    /** A member of an object. */
    int member(int parent, String name, boolean container) {
        return number(new Place(parent, Step.MEMBER, name, container));
    }

    /** A part without a name in the values, such as a position, or with a name that is always plain. */
    int label(int parent, String name, boolean container) {
        return number(new Place(parent, Step.LABEL, name, container));
    }

    private int number(Place place) {
        Integer known = numbers.get(place);
        if (known != null) {
            return known;
        }
        int parent = place.parent;
        boolean full = frozen
                || narrowed.contains(parent)
                || numbers.size() >= (first ? MAX_FIELDS_AT_FIRST : MAX_FIELDS)
                || namesOf.getOrDefault(parent, 0) >= (first ? MAX_NAMES_AT_FIRST : MAX_NAMES_OF_AN_OBJECT);
        if (!full) {
            namesOf.merge(parent, 1, Integer::sum);
            return add(place, place.step == Step.MEMBER ? quoted(place.name) : place.name);
        }
        Place others = others(parent, place.container);
        Integer number = numbers.get(others);
        return number != null ? number : frozen ? parent : add(others, "(" + OTHERS_END);
    }

    private static Place others(int parent, boolean container) {
        return new Place(parent, Step.OTHERS, "", container);
    }

    /** An element of an array. */
    int element(int parent, boolean container) {
        Place place = new Place(parent, Step.ELEMENT, ELEMENT, container);
        Integer known = numbers.get(place);
        return known != null ? known : frozen ? parent : add(place, ELEMENT);
    }

    private int add(Place place, String step) {
        String before = fields.get(place.parent).path;
        String path = place.step == Step.ELEMENT || before.isEmpty() ? before + step : before + "." + step;
        fields.add(new Field(
                path.length() > MAX_PATH_CHARACTERS ? path.substring(0, MAX_PATH_CHARACTERS) + "..." : path,
                place.name,
                place.parent,
                place.container,
                place.step == Step.ELEMENT || place.step == Step.LABEL && place.name.endsWith(ELEMENT)));
        numbers.put(place, fields.size() - 1);
        return fields.size() - 1;
    }

    /**
     * Quoted, with backslashes before quotes and backslashes, if the name is empty or contains a character with a
     * meaning in paths.
     */
    private static String quoted(String name) {
        boolean plain = !name.isEmpty()
                && name.charAt(0) != '('
                && name.chars().noneMatch(each -> each == '.' || each == '[' || each == ']' || each == '"');
        return plain ? name : '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /**
     * Keeps only the names with the most bytes of each object that has too many. Fields must be counted again
     * afterwards.
     *
     * @param bytes of each field
     * @return whether there was such an object
     */
    boolean narrow(IntToDoubleFunction bytes) {
        first = false;
        Map<Integer, List<Place>> members = numbers.keySet().stream()
                .filter(place -> place.step == Step.MEMBER || place.step == Step.LABEL)
                .collect(Collectors.groupingBy(Place::parent));
        Set<Integer> dropped = new HashSet<>();
        members.forEach((parent, places) -> {
            if (places.size() > MAX_NAMES_OF_AN_OBJECT) {
                narrowed.add(parent);
                namesOf.put(parent, MAX_NAMES_OF_AN_OBJECT);
                places.sort(Comparator.<Place>comparingDouble(place -> -bytes.applyAsDouble(numberOf(place)))
                        .thenComparing(this::numberOf));
                places.subList(MAX_NAMES_OF_AN_OBJECT, places.size()).forEach(place -> dropped.add(numberOf(place)));
            }
        });
        if (narrowed.isEmpty()) {
            return false;
        }
        narrowed.forEach(parent -> {
            nameOthers(parent, false, dropped);
            nameOthers(parent, true, dropped);
        });
        numbers.entrySet().removeIf(entry -> isIn(entry.getValue(), dropped));
        return true;
    }

    private int numberOf(Place place) {
        return Optional.ofNullable(numbers.get(place)).orElseThrow();
    }

    /** If the limit was exceeded even at first, the number of names is unknown. */
    private void nameOthers(int parent, boolean container, Set<Integer> dropped) {
        long count = dropped.stream()
                .map(fields::get)
                .filter(field -> field.parent == parent && field.container == container)
                .count();
        boolean more = numbers.remove(others(parent, container)) != null;
        if (count > 0 || more) {
            String step = more ? "(" + OTHERS_END : "(" + Figures.count(count, "other field") + ")";
            add(others(parent, container), step);
        }
    }

    private boolean isIn(int number, Set<Integer> some) {
        return IntStream.iterate(number, at -> at != ROOT, at -> fields.get(at).parent)
                .anyMatch(some::contains);
    }

    /** Whether the field is in an object with so many names that they are data. */
    boolean isNamedByData(int number) {
        for (int at = number; at != ROOT; at = fields.get(at).parent) {
            int parent = fields.get(at).parent;
            if (numbers.containsKey(others(parent, true)) || numbers.containsKey(others(parent, false))) {
                return true;
            }
        }
        return false;
    }

    /** Whether a record may have several values of it, since it is in an array. */
    boolean isInArray(int number) {
        return IntStream.iterate(number, at -> at != ROOT, at -> fields.get(at).parent)
                .anyMatch(at -> fields.get(at).repeated);
    }

    int size() {
        return fields.size();
    }

    Field field(int number) {
        return fields.get(number);
    }

    /** Whether a path denotes the fields of an object beyond those that are listed by name. */
    static boolean isOfManyNames(String path) {
        return path.endsWith(OTHERS_END) || path.endsWith(" other field)");
    }

    /** The names in a path, without separators; the last one is the rest of the path. */
    static List<String> steps(String path, int max) {
        List<String> steps = new ArrayList<>();
        boolean quoted = false;
        int begin = 0;
        for (int at = 0; at < path.length() && steps.size() < max - 1; at++) {
            char each = path.charAt(at);
            if (each == '\\' && quoted) {
                at++;
            } else if (each == '"') {
                quoted = !quoted;
            } else if (each == '.' && !quoted) {
                steps.add(path.substring(begin, at));
                begin = at + 1;
            }
        }
        steps.add(path.substring(begin));
        return List.copyOf(steps);
    }

    /** These fields and every object or array that contains one of them. */
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
