package dev.squeeze.feature.explain;

import dev.squeeze.feature.explain.ValueTree.Node;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Determines which fields have the same value in all records that have them. For each field, the values of the first
 * record are kept until another record has different ones.
 */
final class SameValues {
    private final BitSet differing = new BitSet();
    private final Map<Integer, Expected> expected = new HashMap<>();

    /**
     * The values of one record, several if the field is in an array, and how many of them the last record has repeated.
     */
    private static final class Expected {
        private final long firstRecord;
        private final List<Value> values = new ArrayList<>();
        private long record;
        private int repeated;

        Expected(long record) {
            this.firstRecord = record;
            this.record = record;
        }

        boolean isRepeatedBy(long next, Value value) {
            if (next == firstRecord) {
                values.add(value);
                repeated++;
                return true;
            }
            if (next != record) {
                if (!isComplete()) {
                    return false;
                }
                record = next;
                repeated = 0;
            }
            return repeated < values.size() && values.get(repeated++).isSameAs(value);
        }

        boolean isComplete() {
            return repeated == values.size();
        }
    }

    private record Value(byte[] bytes, Node node) {
        boolean isSameAs(Value other) {
            return node.encoding() == other.node.encoding()
                    && Arrays.equals(
                            bytes, node.start(), node.end(), other.bytes, other.node.start(), other.node.end());
        }
    }

    /** @param record its number; the values of a record are added one after the other */
    void add(long record, byte[] bytes, Node node) {
        int field = node.field();
        if (!differing.get(field)
                && !expected.computeIfAbsent(field, none -> new Expected(record))
                        .isRepeatedBy(record, new Value(bytes, node))) {
            differing.set(field);
            expected.remove(field);
        }
    }

    boolean areSame(int field) {
        return Optional.ofNullable(expected.get(field))
                .filter(Expected::isComplete)
                .isPresent();
    }
}
