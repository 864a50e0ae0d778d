package dev.squeeze.feature.explain;

import dev.squeeze.kit.source.TimestampParser;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An encoding of a field's values, with a smaller equivalent one. */
enum ValueForm implements NewForm {
    UUID_TEXT(
            "as 16 bytes",
            "values are no longer text: needs a binary format such as Avro or Protobuf, and every reader must change",
            "[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}") {
        @Override
        byte[] smaller(String text) {
            UUID uuid = UUID.fromString(text);
            return ByteBuffer.allocate(16)
                    .putLong(uuid.getMostSignificantBits())
                    .putLong(uuid.getLeastSignificantBits())
                    .array();
        }
    },
    TIME_TEXT(
            "as a number of milliseconds",
            "readers must expect a number instead of text; digits beyond milliseconds and the time zone are lost",
            "\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}.*") {
        @Override
        boolean loses(String text) {
            return MORE_THAN_MILLIS_OF_UTC.matcher(text).matches();
        }

        @Override
        byte @Nullable [] smaller(String text) {
            OptionalLong millis = TimestampParser.millis(text);
            return millis.isEmpty() ? null : Long.toString(millis.getAsLong()).getBytes(StandardCharsets.US_ASCII);
        }
    },
    HEX_TEXT(
            "as bytes instead of hexadecimal digits",
            "values are no longer text: needs a binary format such as Avro or Protobuf, and every reader must change",
            "([0-9a-f]{2}){8,}|([0-9A-F]{2}){8,}") {
        @Override
        byte[] smaller(String text) {
            return HexFormat.of().parseHex(text);
        }
    },
    BASE64_TEXT(
            "as bytes instead of base64",
            "values are no longer text: needs a binary format such as Avro or Protobuf, and every reader must change",
            "[A-Za-z0-9+/_-]{20,}={0,2}") {
        @Override
        byte[] smaller(String text) {
            boolean url = text.indexOf('-') >= 0 || text.indexOf('_') >= 0;
            return (url ? Base64.getUrlDecoder() : Base64.getDecoder()).decode(text);
        }
    },
    NUMBER_TEXT(
            "as a number instead of text",
            "readers must expect a number instead of text; leading zeros are lost",
            "-?\\d{1,18}(\\.\\d{1,18})?") {
        @Override
        boolean loses(String text) {
            return LEADING_ZEROS.matcher(text).matches();
        }

        @Override
        byte[] smaller(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
    };

    /** Digits beyond milliseconds other than 0, or a time zone other than UTC. */
    private static final Pattern MORE_THAN_MILLIS_OF_UTC =
            Pattern.compile(".*\\.\\d{3}\\d*[1-9]\\d*\\D*.*|.*\\d[+-](?!00:?00$)\\d{2}:?\\d{2}$");

    /** A number does not keep them. */
    private static final Pattern LEADING_ZEROS = Pattern.compile("-?0\\d.*");

    private final String change;
    private final String breaks;
    private final Pattern pattern;

    ValueForm(String change, String breaks, String pattern) {
        this.change = change;
        this.breaks = breaks;
        this.pattern = Pattern.compile(pattern);
    }

    /** Describes the smaller encoding, such as {@code as 16 bytes}. */
    String change() {
        return change;
    }

    /** What no longer works with the smaller encoding. */
    String breaks() {
        return breaks;
    }

    /** Whether some texts in this encoding lose information in the smaller one. */
    boolean mayLose() {
        return this == TIME_TEXT || this == NUMBER_TEXT;
    }

    /** Whether a text loses information in the smaller encoding. */
    boolean loses(String text) {
        return false;
    }

    /** The text in the smaller encoding; null if that is not possible. */
    abstract byte @Nullable [] smaller(String text);

    /** Whether a text, without quotes, has this encoding. */
    boolean matches(String text) {
        return pattern.matcher(text).matches() && (this != BASE64_TEXT || isMixed(text));
    }

    /** Words and identifiers use the characters of base64 too, but rarely mix capitals, small letters and digits. */
    private static boolean isMixed(String text) {
        int changes = 0;
        for (int i = 1; i < text.length(); i++) {
            changes += kind(text.charAt(i)) != kind(text.charAt(i - 1)) ? 1 : 0;
        }
        return 3 * changes >= text.length()
                && !text.equals(text.toLowerCase(Locale.ROOT))
                && (text.length() % 4 == 0 || text.indexOf('=') < 0);
    }

    private static int kind(char character) {
        return Character.isDigit(character) ? 0 : Character.isUpperCase(character) ? 1 : 2;
    }

    @Override
    public byte @Nullable [] rewritten(byte[] bytes, int start, int end) {
        String text = ValueRewrite.text(bytes, start, end);
        if (!matches(text)) {
            return null;
        }
        try {
            return smaller(text);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
