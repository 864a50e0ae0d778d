package dev.squeeze.fuzz;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Takes an input apart from its front; where it has ended, zeros follow. */
public final class InputBytes {
    private final byte[] bytes;
    private int at;

    public InputBytes(byte[] bytes) {
        this.bytes = bytes;
    }

    public boolean isEmpty() {
        return at >= bytes.length;
    }

    /** From 0 to 255. */
    public int next() {
        return at < bytes.length ? bytes[at++] & 0xff : 0;
    }

    /** From 0 to one before the bound. */
    public int below(int bound) {
        return bound <= 256 ? next() % bound : (next() << 8 | next()) % bound;
    }

    public boolean nextBoolean() {
        return (next() & 1) == 1;
    }

    public long nextLong() {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value = value << 8 | next();
        }
        return value;
    }

    /** Up to 255 bytes, behind their count. */
    public byte[] piece() {
        int length = Math.min(next(), bytes.length - at);
        byte[] piece = Arrays.copyOfRange(bytes, at, at + Math.max(0, length));
        at += piece.length;
        return piece;
    }

    public String text() {
        return new String(piece(), StandardCharsets.ISO_8859_1);
    }

    public byte[] rest() {
        byte[] rest = Arrays.copyOfRange(bytes, Math.min(at, bytes.length), bytes.length);
        at = bytes.length;
        return rest;
    }

    /** Bytes one after another. */
    public static byte[] concat(byte[]... parts) {
        byte[] all = new byte[Arrays.stream(parts).mapToInt(part -> part.length).sum()];
        int filled = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, filled, part.length);
            filled += part.length;
        }
        return all;
    }

    /** A first byte, such as a mode, with bytes behind it. */
    public static byte[] prefixed(int first, byte[] bytes) {
        return concat(new byte[] {(byte) first}, bytes);
    }

    public static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
