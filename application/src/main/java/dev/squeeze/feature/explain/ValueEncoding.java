package dev.squeeze.feature.explain;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.regex.Pattern;

/** How to read the bytes of a single value. */
enum ValueEncoding {
    /** Text with one character per byte, so that nothing is lost if it is not UTF-8. */
    TEXT {
        @Override
        String text(byte[] bytes, int start, int end) {
            return new String(bytes, start, end - start, StandardCharsets.ISO_8859_1);
        }
    },
    /** A number with seven bits per byte, least significant first. */
    VARINT {
        @Override
        String text(byte[] bytes, int start, int end) {
            return Long.toString(varint(bytes, start, end));
        }
    },
    /** The same with the sign in the lowest bit. */
    ZIGZAG {
        @Override
        String text(byte[] bytes, int start, int end) {
            long value = varint(bytes, start, end);
            return Long.toString((value >>> 1) ^ -(value & 1));
        }
    },
    /** Four bytes, least significant first. */
    FLOAT {
        @Override
        String text(byte[] bytes, int start, int end) {
            return Float.toString(buffer(bytes, start, end).getFloat());
        }
    },
    /** Eight bytes, least significant first. */
    DOUBLE {
        @Override
        String text(byte[] bytes, int start, int end) {
            return Double.toString(buffer(bytes, start, end).getDouble());
        }
    },
    /** Four or eight bytes, least significant first. */
    FIXED_INTEGER {
        @Override
        String text(byte[] bytes, int start, int end) {
            ByteBuffer buffer = buffer(bytes, start, end);
            return Long.toString(end - start == 4 ? buffer.getInt() : buffer.getLong());
        }
    },
    /** Bytes that are not text. */
    BYTES {
        @Override
        String text(byte[] bytes, int start, int end) {
            return "0x" + HexFormat.of().formatHex(bytes, start, end);
        }
    };

    /** Matches the text of {@link #BYTES}. */
    static final Pattern DIGITS_OF_BYTES = Pattern.compile("0x[0-9a-f]*");

    /** The value for comparisons, and for display if contents are requested. */
    abstract String text(byte[] bytes, int start, int end);

    private static ByteBuffer buffer(byte[] bytes, int start, int end) {
        return ByteBuffer.wrap(bytes, start, end - start).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static long varint(byte[] bytes, int start, int end) {
        long value = 0;
        for (int at = start; at < end; at++) {
            value |= (long) (bytes[at] & 0x7f) << (7 * (at - start));
        }
        return value;
    }
}
