package dev.squeeze.engine.history;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Encoder for one entry: integers with seven bits per byte, least significant first; fractions in four bytes. */
final class Packer {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Packer byteOf(int value) {
        bytes.write(value);
        return this;
    }

    /** @param value at least 0 */
    Packer number(long value) {
        if (value < 0) {
            throw new IllegalArgumentException("negative: " + value);
        }
        long left = value;
        while (left >= 0x80) {
            bytes.write((int) (left & 0x7f | 0x80));
            left >>>= 7;
        }
        bytes.write((int) left);
        return this;
    }

    Packer fraction(double value) {
        int bits = Float.floatToIntBits((float) value);
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes.write(bits >>> shift);
        }
        return this;
    }

    Packer text(String text) {
        byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
        number(encoded.length);
        bytes.writeBytes(encoded);
        return this;
    }

    Packer time(Instant time) {
        return number(Math.max(0, time.toEpochMilli()));
    }

    Packer optional(OptionalLong value) {
        return number(value.isPresent() ? value.getAsLong() + 1 : 0);
    }

    Packer optional(OptionalInt value) {
        return number(value.isPresent() ? value.getAsInt() + 1L : 0);
    }

    Packer optional(Optional<String> value) {
        byteOf(value.isPresent() ? 1 : 0);
        value.ifPresent(this::text);
        return this;
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }
}
