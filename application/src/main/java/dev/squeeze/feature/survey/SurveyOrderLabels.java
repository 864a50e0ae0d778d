package dev.squeeze.feature.survey;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;

/** The values of {@code --sort}, for shell completion. */
public final class SurveyOrderLabels implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(SurveyOrder.values()).map(SurveyOrderLabels::label).iterator();
    }

    /** @throws IllegalArgumentException if there is no such order */
    public static SurveyOrder parse(String label) {
        return Arrays.stream(SurveyOrder.values())
                .filter(order -> label(order).equals(label))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("unknown order '" + label + "' (money, bytes or stored)"));
    }

    private static String label(SurveyOrder order) {
        return order.name().toLowerCase(Locale.ROOT);
    }
}
