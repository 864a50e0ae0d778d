package dev.squeeze.engine.history;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Decodes what {@link Packer} encoded. Invalid bytes cause an {@link IllegalArgumentException}. */
final class Unpacker {
    private static final int MAX_SHIFT = 63;
    /** The end of the year 9999. */
    private static final long MAX_MILLIS = 253_402_300_799_999L;

    private final ByteBuffer bytes;

    Unpacker(ByteBuffer bytes) {
        this.bytes = bytes;
    }

    int byteOf() {
        if (!bytes.hasRemaining()) {
            throw new IllegalArgumentException("the entry ends too early");
        }
        return bytes.get() & 0xff;
    }

    long number() {
        long value = 0;
        for (int shift = 0; shift < MAX_SHIFT; shift += 7) {
            int next = byteOf();
            value |= (long) (next & 0x7f) << shift;
            if (next < 0x80) {
                return value;
            }
        }
        throw new IllegalArgumentException("a number with too many bytes");
    }

    /** A number of items that follow, each of at least one byte. */
    int count() {
        long count = number();
        if (count > bytes.remaining()) {
            throw new IllegalArgumentException("it claims " + count + " entries in " + bytes.remaining() + " bytes");
        }
        return (int) count;
    }

    int small() {
        return Math.toIntExact(Math.min(Integer.MAX_VALUE, number()));
    }

    double fraction() {
        if (bytes.remaining() < Float.BYTES) {
            throw new IllegalArgumentException("the entry ends too early");
        }
        float value = bytes.getFloat();
        if (!Float.isFinite(value)) {
            throw new IllegalArgumentException("a fraction that is not a finite number");
        }
        return value;
    }

    String text() {
        byte[] encoded = new byte[count()];
        bytes.get(encoded);
        return new String(encoded, StandardCharsets.UTF_8);
    }

    Instant time() {
        return Instant.ofEpochMilli(Math.min(number(), MAX_MILLIS));
    }

    Duration length() {
        return Duration.ofMillis(Math.min(number(), MAX_MILLIS));
    }

    OptionalLong optionalLong() {
        long value = number();
        return value == 0 ? OptionalLong.empty() : OptionalLong.of(value - 1);
    }

    OptionalInt optionalInt() {
        int value = small();
        return value == 0 ? OptionalInt.empty() : OptionalInt.of(value - 1);
    }

    Optional<String> optionalText() {
        return byteOf() == 0 ? Optional.empty() : Optional.of(text());
    }
}
