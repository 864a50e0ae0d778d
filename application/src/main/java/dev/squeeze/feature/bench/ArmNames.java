package dev.squeeze.feature.bench;

import dev.squeeze.kit.format.Codec;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Compares labels of arms from different runs, where a codec at its default level may be written with or without the
 * level.
 */
final class ArmNames {
    private static final String BETWEEN = ", ";

    private ArmNames() {}

    /** Whether two labels are the same, except that one may leave out the codec's default level. */
    static boolean areSame(String one, String other) {
        return canonical(one).equals(canonical(other));
    }

    /**
     * The label in today's notation, without a default level: {@code lz4:9, batch.size=16384} becomes {@code lz4,
     * batch.size=16384}.
     */
    static String canonical(String label) {
        return Arrays.stream(label.split(BETWEEN, -1)).map(ArmNames::part).collect(Collectors.joining(BETWEEN));
    }

    private static String part(String text) {
        try {
            return Codec.parse(text).toString();
        } catch (IllegalArgumentException e) {
            // Not a codec but the value of another factor.
            return text;
        }
    }
}
