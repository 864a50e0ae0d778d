package dev.squeeze.engine.encoding;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The structure of the values at one position of trees, from which schemas are derived: their types, whether null
 * occurs, and the members of objects. An object whose names are data, such as ids, is a map.
 */
final class Shape {
    /** Objects with more distinct names become maps immediately, which limits the size of schemas. */
    private static final int MAX_NAMES = 4_096;

    /** Objects with at most this many distinct names are records, however rarely each occurs. */
    private static final int MAX_NAMES_OF_RECORDS = 64;

    /** If objects have fewer than this share of the names on average, the names are data. */
    private static final double MIN_PRESENCE = 0.1;

    /** Above this, a double cannot represent all whole numbers. */
    private static final long MAX_EXACT_IN_DOUBLE = 1L << 53;

    private final Set<ValueType> types = EnumSet.noneOf(ValueType.class);
    private final Map<String, Member> members = new LinkedHashMap<>();
    private boolean nulls;
    private boolean negative;
    private boolean beyondDouble;
    private boolean map;
    private long objects;
    private @Nullable Shape elements;

    /** A name in objects: the shape of its values, and the number of objects that have it. */
    static final class Member {
        private final Shape shape = new Shape();
        private long count;

        Shape shape() {
            return shape;
        }

        long count() {
            return count;
        }
    }

    void add(JsonNode value) {
        if (value.isNull()) {
            nulls = true;
            return;
        }
        ValueType type = ValueType.of(value);
        types.add(type);
        switch (type) {
            case LONG -> {
                negative |= value.longValue() < 0;
                beyondDouble |= Math.abs(value.longValue()) > MAX_EXACT_IN_DOUBLE;
            }
            case ARRAY -> value.forEach(elements()::add);
            case OBJECT -> addObject(value);
            default -> {}
        }
    }

    private void addObject(JsonNode object) {
        objects++;
        for (Map.Entry<String, JsonNode> entry : object.properties()) {
            Member member = members.computeIfAbsent(map ? "" : entry.getKey(), name -> new Member());
            member.count++;
            member.shape.add(entry.getValue());
        }
        if (members.size() > MAX_NAMES) {
            becomeMap();
        }
    }

    /** To be called once all values have been added. */
    void settle() {
        long present = members.values().stream().mapToLong(Member::count).sum();
        if (members.size() > MAX_NAMES_OF_RECORDS && present < MIN_PRESENCE * members.size() * objects) {
            becomeMap();
        }
        if (elements != null) {
            elements.settle();
        }
        members.values().forEach(member -> member.shape.settle());
        if (types.contains(ValueType.LONG) && types.contains(ValueType.DOUBLE) && !beyondDouble) {
            types.remove(ValueType.LONG);
        }
    }

    private void becomeMap() {
        Member all = new Member();
        for (Member member : members.values()) {
            all.count += member.count;
            all.shape.merge(member.shape);
        }
        members.clear();
        members.put("", all);
        map = true;
    }

    private void merge(Shape other) {
        types.addAll(other.types);
        nulls |= other.nulls;
        negative |= other.negative;
        beyondDouble |= other.beyondDouble;
        objects += other.objects;
        if (other.elements != null) {
            elements().merge(other.elements);
        }
        if (other.map && !map) {
            becomeMap();
        }
        other.members.forEach((name, member) -> {
            Member own = members.computeIfAbsent(map ? "" : name, any -> new Member());
            own.count += member.count;
            own.shape.merge(member.shape);
        });
        if (members.size() > MAX_NAMES) {
            becomeMap();
        }
    }

    /** Types of non-null values; more than one if they are mixed. */
    List<ValueType> types() {
        return List.copyOf(types);
    }

    boolean hasNulls() {
        return nulls;
    }

    boolean hasNegative() {
        return negative;
    }

    boolean isMap() {
        return map;
    }

    long objects() {
        return objects;
    }

    /** For arrays. */
    Shape elements() {
        if (elements == null) {
            elements = new Shape();
        }
        return elements;
    }

    /** For records, in the order in which names were first seen. */
    List<Map.Entry<String, Member>> members() {
        return map ? List.of() : List.copyOf(members.entrySet());
    }

    /** For maps. */
    Shape values() {
        return members.values().stream().map(Member::shape).findFirst().orElseGet(Shape::new);
    }

    /** The type of a value in the schema, where whole numbers may have become doubles. */
    ValueType typeOf(JsonNode value) {
        ValueType type = ValueType.of(value);
        return type == ValueType.LONG && !types.contains(ValueType.LONG) ? ValueType.DOUBLE : type;
    }
}
