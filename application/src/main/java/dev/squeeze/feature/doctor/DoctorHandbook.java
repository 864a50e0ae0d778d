package dev.squeeze.feature.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** The list of all checks with what they need, and of all thresholds with their defaults. */
public final class DoctorHandbook {
    private DoctorHandbook() {}

    /** The list as lines of text. */
    public static List<String> lines() {
        List<String> lines = new ArrayList<>(List.of("Checks, by what they usually cost:"));
        for (Check check : Check.values()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %2d  %-24s  %s; %s",
                    check.number(),
                    check.id(),
                    check.title(),
                    check.requirements().isEmpty()
                            ? "cannot be seen from outside: doctor asks you"
                            : check.requirements().stream()
                                    .map(Requirement::words)
                                    .collect(Collectors.joining(", "))));
        }
        lines.add("");
        lines.add("Thresholds (--threshold KEY=NUMBER), with their defaults:");
        for (Threshold threshold : Threshold.values()) {
            lines.add(String.format(
                    Locale.ROOT,
                    "  %-22s  %10s  %s",
                    threshold.key(),
                    number(threshold.standard()),
                    threshold.meaning()));
        }
        return lines;
    }

    private static String number(double value) {
        return value == Math.rint(value)
                ? String.format(Locale.ROOT, "%.0f", value)
                : String.format(Locale.ROOT, "%s", value);
    }
}
