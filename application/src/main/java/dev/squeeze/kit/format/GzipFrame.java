package dev.squeeze.kit.format;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/** One gzip member per batch, with neither name nor time in its header, as written by Java. */
final class GzipFrame implements FramedCodec {
    /** The magic number, deflate, no flags, no time, no hint about the level, and an unknown operating system. */
    private static final byte[] HEADER = {0x1f, (byte) 0x8b, 8, 0, 0, 0, 0, 0, 0, (byte) 0xff};
    /**
     * The header up to the flags, which must all be off; the time, level and operating system that follow may have any
     * value.
     */
    private static final int FIXED_BYTES = 4;

    private static final int TRAILER_BYTES = 8;

    private final Deflater deflater;
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();

    GzipFrame(int level) {
        deflater = new Deflater(level, true);
    }

    @Override
    public int maxFramedLength(int length) {
        return Math.addExact(length, (length >>> 9) + 64 + HEADER.length + TRAILER_BYTES);
    }

    @Override
    public int frame(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        System.arraycopy(HEADER, 0, target, targetOffset, HEADER.length);
        deflater.reset();
        deflater.setInput(source, offset, length);
        deflater.finish();
        int at = targetOffset + HEADER.length;
        while (!deflater.finished()) {
            at += deflater.deflate(target, at, target.length - at);
        }
        ByteBuffer.wrap(target)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(at, crc(source, offset, length))
                .putInt(at + Integer.BYTES, length);
        return at + TRAILER_BYTES - targetOffset;
    }

    private int crc(byte[] bytes, int offset, int length) {
        checksum.reset();
        checksum.update(bytes, offset, length);
        return (int) checksum.getValue();
    }

    @Override
    public boolean unframe(byte[] source, int offset, int length, GrowingBytes target) {
        target.clear();
        int body = length - HEADER.length - TRAILER_BYTES;
        if (body < 1 || !Arrays.equals(source, offset, offset + FIXED_BYTES, HEADER, 0, FIXED_BYTES)) {
            return false;
        }
        inflater.reset();
        inflater.setInput(source, offset + HEADER.length, body);
        try {
            while (!inflater.finished()) {
                if (target.free() == 0 && !target.grow()) {
                    return false;
                }
                int got = inflater.inflate(target.array(), target.length(), target.free());
                if (got == 0 && !inflater.finished() && target.free() > 0) {
                    return false;
                }
                target.written(got);
            }
        } catch (DataFormatException e) {
            return false;
        }
        ByteBuffer trailer = ByteBuffer.wrap(source).order(ByteOrder.LITTLE_ENDIAN);
        int at = offset + length - TRAILER_BYTES;
        return inflater.getRemaining() == 0
                && trailer.getInt(at) == crc(target.array(), 0, target.length())
                && trailer.getInt(at + Integer.BYTES) == target.length();
    }

    @Override
    public void close() {
        deflater.end();
        inflater.end();
    }
}
