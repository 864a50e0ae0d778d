package dev.squeeze.engine.encoding;

import java.util.HashSet;
import java.util.Set;

/** Generates names that Avro allows: letters, digits and underscores (specification 1.12, "Names"). */
final class AvroNames {
    private final Set<String> taken = new HashSet<>();
    private final boolean[] changed;
    private int records;

    AvroNames() {
        this(new boolean[1]);
    }

    private AvroNames(boolean[] changed) {
        this.changed = changed;
    }

    /** For the fields of a record, whose names have to be unique only within the record. */
    AvroNames ofFields() {
        return new AvroNames(changed);
    }

    String ofRecord() {
        return "Record" + ++records;
    }

    String ofField(String name) {
        String allowed = name.replaceAll("[^A-Za-z0-9_]", "_");
        if (allowed.isEmpty() || Character.isDigit(allowed.charAt(0))) {
            allowed = "_" + allowed;
        }
        String unique = allowed;
        for (int i = 2; !taken.add(unique); i++) {
            unique = allowed + "_" + i;
        }
        changed[0] |= !unique.equals(name);
        return unique;
    }

    /** Whether the schema has another name for any field. */
    boolean anyChanged() {
        return changed[0];
    }
}
