package dev.squeeze.kit.unit;

import java.util.Locale;

/** Converts constants to the form used in flags and documents: {@code ALL_BROKERS} to {@code all-brokers}. */
public final class KebabCase {
    private KebabCase() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
