package dev.squeeze.kit.unit;

import java.util.Locale;

/** How constants are written for people, in flags and in documents: {@code ALL_BROKERS} as {@code all-brokers}. */
public final class KebabCase {
    private KebabCase() {}

    public static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
