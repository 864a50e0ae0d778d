package dev.squeeze.kit.unit;

import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A number of bytes. Binary units (KiB, MiB, GiB) and decimal ones (kB, MB, GB) are distinguished in both directions.
 *
 * @param bytes not negative
 */
public record ByteCount(long bytes) implements Comparable<ByteCount> {
    public static final long KIB = 1L << 10;
    public static final long MIB = 1L << 20;
    public static final long GIB = 1L << 30;

    private static final Pattern TEXT = Pattern.compile("\\s*(\\d+(?:\\.\\d+)?)\\s*([a-zA-Z]*)\\s*");

    public ByteCount {
        if (bytes < 0) {
            throw new IllegalArgumentException("a number of bytes cannot be negative: " + bytes);
        }
    }

    /**
     * Parses {@code 65536}, {@code 64KiB}, {@code 64K}, {@code 1.5MiB} or {@code 10MB}. A bare K, M or G is binary, as
     * in the JVM's own flags.
     *
     * @throws IllegalArgumentException with a message that names the text and shows what is expected
     */
    public static ByteCount parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException("not a number of bytes: '" + text + "' (write 65536, 64KiB or 1MiB)");
        }
        BigDecimal bytes =
                new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(factor(matcher.group(2), text)));
        if (bytes.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) > 0) {
            throw new IllegalArgumentException("too many bytes: '" + text + "'");
        }
        return new ByteCount(bytes.longValue());
    }

    static long factor(String unit, String text) {
        return switch (unit.toLowerCase(Locale.ROOT)) {
            case "", "b" -> 1;
            case "k", "kib" -> KIB;
            case "m", "mib" -> MIB;
            case "g", "gib" -> GIB;
            case "t", "tib" -> GIB << 10;
            case "kb" -> 1_000;
            case "mb" -> 1_000_000;
            case "gb" -> 1_000_000_000;
            case "tb" -> 1_000_000_000_000L;
            default ->
                throw new IllegalArgumentException(
                        "unknown unit '" + unit + "' in '" + text + "' (binary: KiB, MiB, GiB; decimal: kB, MB, GB)");
        };
    }

    @Override
    public int compareTo(ByteCount other) {
        return Long.compare(bytes, other.bytes);
    }

    /** Shortest binary form: {@code 64 KiB}, {@code 1.5 MiB}, {@code 900 B}. */
    @Override
    public String toString() {
        return binary(bytes);
    }

    /** Like {@link #toString}, for computed numbers. */
    public static String binary(double bytes) {
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
        double value = bytes;
        int unit = 0;
        // 1023.5 and above would be printed as 1024.
        while (Math.abs(value) >= 1023.5 && unit < units.length - 1) {
            value /= 1024;
            unit++;
        }
        return significant(value) + " " + units[unit];
    }

    private static String significant(double value) {
        String text = String.format(
                Locale.ROOT, Math.abs(value) >= 100 ? "%.0f" : Math.abs(value) >= 10 ? "%.1f" : "%.2f", value);
        return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
    }
}
