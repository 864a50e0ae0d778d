package dev.squeeze.feature.explain;

import java.util.Optional;

/** Finds the fields of values. For one thread. */
interface ValueParser {
    /** The value's fields; empty where the value is not what the format says. */
    Optional<ValueTree> parse(byte[] value);
}
