package dev.squeeze.feature.survey;

import java.util.Arrays;
import java.util.Iterator;
import java.util.Locale;

/** The words for {@code --sort}, as shells offer them. */
public final class SurveyOrderLabels implements Iterable<String> {
    @Override
    public Iterator<String> iterator() {
        return Arrays.stream(SurveyOrder.values()).map(SurveyOrderLabels::label).iterator();
    }

    /** @throws IllegalArgumentException where there is no such order */
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
