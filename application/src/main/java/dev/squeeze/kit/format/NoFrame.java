package dev.squeeze.kit.format;

/** No compression: bytes are copied as they are. */
final class NoFrame implements FramedCodec {
    @Override
    public int maxFramedLength(int length) {
        return length;
    }

    @Override
    public int frame(byte[] source, int offset, int length, byte[] target, int targetOffset) {
        System.arraycopy(source, offset, target, targetOffset, length);
        return length;
    }

    @Override
    public boolean unframe(byte[] source, int offset, int length, GrowingBytes target) {
        target.clear();
        if (!target.reserve(length)) {
            return false;
        }
        System.arraycopy(source, offset, target.array(), 0, length);
        target.written(length);
        return true;
    }

    @Override
    public void close() {}
}
