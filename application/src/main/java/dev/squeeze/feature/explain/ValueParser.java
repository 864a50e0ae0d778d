package dev.squeeze.feature.explain;

import java.util.Optional;

/** Finds the fields of values. Not thread-safe. */
interface ValueParser {
    /** The value's fields; empty if the value does not match the format. */
    Optional<ValueTree> parse(byte[] value);
}
