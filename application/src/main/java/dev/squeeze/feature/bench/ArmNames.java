package dev.squeeze.feature.bench;

import dev.squeeze.kit.format.Codec;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Labels of arms from different runs: a codec at its default level may be written with its level or without. */
final class ArmNames {
    private static final String BETWEEN = ", ";

    private ArmNames() {}

    /** Whether two labels name the same codec at the same level, and are otherwise alike. */
    static boolean areSame(String one, String other) {
        return canonical(one).equals(canonical(other));
    }

    /** The label with its codec as arms of today have it: {@code lz4:9, batch.size=16384} is {@code lz4, batch.size=16384}. */
    static String canonical(String label) {
        return Arrays.stream(label.split(BETWEEN, -1)).map(ArmNames::part).collect(Collectors.joining(BETWEEN));
    }

    private static String part(String text) {
        try {
            return Codec.parse(text).toString();
        } catch (IllegalArgumentException e) {
            // The value of another factor.
            return text;
        }
    }
}
