package dev.squeeze.kit.unit;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Bytes per second.
 *
 * @param bytesPerSecond positive
 */
public record ByteRate(long bytesPerSecond) {
    private static final Pattern PER_SECOND = Pattern.compile("(.*?)\\s*(?:/\\s*s(?:ec(?:ond)?)?)?\\s*");

    public ByteRate {
        if (bytesPerSecond < 1) {
            throw new IllegalArgumentException("a rate must be above 0, got " + bytesPerSecond + " B/s");
        }
    }

    /**
     * Parses {@code 10MiB/s}, or just the bytes.
     *
     * @throws IllegalArgumentException with a message that names the text and shows what is expected
     */
    public static ByteRate parse(String text) {
        Matcher matcher = PER_SECOND.matcher(text);
        long bytes = matcher.matches()
                ? ByteCount.parse(matcher.group(1)).bytes()
                : ByteCount.parse(text).bytes();
        if (bytes < 1) {
            throw new IllegalArgumentException("a rate must be above 0, got " + text.strip() + " (write 10MiB/s)");
        }
        return new ByteRate(bytes);
    }

    @Override
    public String toString() {
        return ByteCount.binary(bytesPerSecond) + "/s";
    }
}
