package dev.squeeze.kit.unit;

import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A version of a library or a broker, such as 3.8 or 1.30.1; omitted parts are 0. */
public record VersionNumber(int major, int minor, int patch) implements Comparable<VersionNumber> {
    private static final Pattern FORM = Pattern.compile("[vV]?(\\d{1,6})(?:\\.(\\d{1,6}))?(?:\\.(\\d{1,6}))?");
    private static final Comparator<VersionNumber> ORDER = Comparator.comparingInt(VersionNumber::major)
            .thenComparingInt(VersionNumber::minor)
            .thenComparingInt(VersionNumber::patch);

    /**
     * Parses {@code 3.8}, {@code 1.30.1} or {@code v1.20.0}.
     *
     * @throws IllegalArgumentException if the text is not such a version
     */
    public static VersionNumber parse(String text) {
        Matcher form = FORM.matcher(text.strip());
        if (!form.matches()) {
            throw new IllegalArgumentException("'" + text + "' is not a version: give numbers such as 3.8 or 1.30.1");
        }
        return new VersionNumber(number(form.group(1)), number(form.group(2)), number(form.group(3)));
    }

    private static int number(@Nullable String digits) {
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /** Whether it is 0, so that there is no earlier version. */
    public boolean isFirst() {
        return major == 0 && minor == 0 && patch == 0;
    }

    public boolean isBefore(VersionNumber other) {
        return compareTo(other) < 0;
    }

    @Override
    public int compareTo(VersionNumber other) {
        return ORDER.compare(this, other);
    }

    /** Omits a patch level of 0: {@code 3.8}, {@code 1.30.1}. */
    @Override
    public String toString() {
        return major + "." + minor + (patch == 0 ? "" : "." + patch);
    }
}
