package dev.squeeze.feature.explain;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of a value: the first bytes of a text, or the first decimals of a number. It shows what a byte more or less of
 * a field costs; how much of it readers need is up to them.
 *
 * @param kept number of bytes, or of decimals
 */
record ShorterForm(int kept, boolean decimals) implements NewForm {
    private static final Pattern FRACTION = Pattern.compile("(-?\\d+)\\.(\\d+)");
    private static final int MIN_BYTES = 16;
    private static final int MIN_DECIMALS = 3;

    /** Half of the average length of the values; empty if they are short, or of a kind that cannot be shortened. */
    static Optional<ShorterForm> of(ValueColumn column, ValueKind kind) {
        return switch (kind) {
            case FREE_TEXT, UUID, HASH, HEX, BASE64, COMPRESSED_OR_ENCRYPTED ->
                half(column, ShorterForm::bytes, MIN_BYTES).map(kept -> new ShorterForm(kept, false));
            case NUMBER -> half(column, ShorterForm::decimals, MIN_DECIMALS).map(kept -> new ShorterForm(kept, true));
            default -> Optional.empty();
        };
    }

    private interface Length {
        int of(String raw);
    }

    private static Optional<Integer> half(ValueColumn column, Length length, int min) {
        int[] counts = column.counts();
        double sum = 0;
        long values = 0;
        for (int code = 1; code < counts.length; code++) {
            List<String> each = column.each(code);
            sum += (double) counts[code] * each.stream().mapToInt(length::of).sum();
            values += (long) counts[code] * each.size();
        }
        return values > 0 && sum / values >= min ? Optional.of((int) (sum / values / 2)) : Optional.empty();
    }

    private static int bytes(String raw) {
        return isQuoted(raw.length(), raw.isEmpty() ? 0 : raw.charAt(0)) ? raw.length() - 2 : raw.length();
    }

    private static int decimals(String raw) {
        Matcher number = FRACTION.matcher(raw);
        return number.matches() ? number.group(2).length() : 0;
    }

    private static boolean isQuoted(int length, int first) {
        return length >= 2 && first == '"';
    }

    /** Such as {@code the first 20 bytes}. */
    String words() {
        return decimals ? kept + (kept == 1 ? " decimal" : " decimals") : "the first " + kept + " bytes";
    }

    @Override
    public byte @Nullable [] rewritten(byte[] bytes, int start, int end) {
        return decimals ? fewerDecimals(bytes, start, end) : firstBytes(bytes, start, end);
    }

    private byte @Nullable [] fewerDecimals(byte[] bytes, int start, int end) {
        String text = ValueEncoding.TEXT.text(bytes, start, end);
        Matcher number = FRACTION.matcher(text);
        if (!number.matches() || number.group(2).length() <= kept) {
            return null;
        }
        return Arrays.copyOfRange(bytes, start, start + number.end(1) + (kept == 0 ? 0 : 1 + kept));
    }

    /** Does not split a character or a JSON escape sequence. */
    private byte @Nullable [] firstBytes(byte[] bytes, int start, int end) {
        boolean quoted = isQuoted(end - start, start < end ? bytes[start] : 0);
        int from = quoted ? start + 1 : start;
        int to = quoted ? end - 1 : end;
        if (to - from <= kept) {
            return null;
        }
        int at = from;
        for (int next = at; next - from <= kept; next = next(bytes, next, quoted)) {
            at = next;
        }
        byte[] shorter = Arrays.copyOfRange(bytes, start, quoted ? at + 1 : at);
        if (quoted) {
            shorter[shorter.length - 1] = '"';
        }
        return shorter;
    }

    private static int next(byte[] bytes, int at, boolean escapes) {
        if (escapes && bytes[at] == '\\') {
            return at + (bytes[at + 1] == 'u' ? 6 : 2);
        }
        int next = at + 1;
        while (next < bytes.length && (bytes[next] & 0xc0) == 0x80) {
            next++;
        }
        return next;
    }
}
