package dev.squeeze.kit.format;

/**
 * The library behind a codec, called once for a whole block and without Kafka's streams. Instances are not thread-safe
 * and reuse their native state between calls, as a careful C program would.
 */
public interface BareCodec extends AutoCloseable {
    /** Upper bound of the compressed size, in bytes, of {@code length} bytes. */
    int maxCompressedLength(int length);

    /**
     * Compresses {@code length} bytes of {@code source} at {@code offset} into {@code target} at {@code targetOffset},
     * where {@link #maxCompressedLength} bytes must be free.
     *
     * @return compressed bytes written
     */
    int compress(byte[] source, int offset, int length, byte[] target, int targetOffset);

    /**
     * Decompresses the result of {@link #compress}.
     *
     * @param target receives exactly {@code originalLength} bytes
     * @throws IllegalStateException if the block does not decompress to exactly that many bytes
     */
    void decompress(byte[] source, int offset, int length, byte[] target, int originalLength);

    @Override
    void close();
}
