package dev.squeeze.engine.predict;

import dev.squeeze.kit.unit.UsageException;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** The words of closed choices in price lists and flags. */
final class PriceWords {
    private PriceWords() {}

    /** @throws UsageException if it is none of the words; the message begins with {@code what} */
    static BrokerResource resource(String what, String word) {
        return constant(BrokerResource.class, what, word);
    }

    /** @throws UsageException if it is none of the words; the message begins with {@code what} */
    static Prices.BilledOn billedOn(String what, String word) {
        return constant(Prices.BilledOn.class, what, word);
    }

    static String of(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static <E extends Enum<E>> E constant(Class<E> type, String what, String word) {
        return Arrays.stream(type.getEnumConstants())
                .filter(constant -> of(constant).equals(word.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new UsageException(what + " must be "
                        + Arrays.stream(type.getEnumConstants())
                                .map(PriceWords::of)
                                .collect(Collectors.joining(" or "))
                        + ", not '" + word + "'"));
    }
}
