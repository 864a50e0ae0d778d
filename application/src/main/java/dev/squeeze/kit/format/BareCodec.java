package dev.squeeze.kit.format;

/**
 * The library behind a codec, called once for a whole block and without Kafka's streams. One instance serves one thread
 * and reuses its native state between calls, as a careful C program would.
 */
public interface BareCodec extends AutoCloseable {
    /** Upper bound of the compressed size, in bytes, of {@code length} bytes. */
    int maxCompressedLength(int length);

    /**
     * Compresses {@code length} bytes of {@code source} from {@code offset} on into {@code target}, from
     * {@code targetOffset} on, where {@link #maxCompressedLength} bytes must be free.
     *
     * @return compressed bytes written
     */
    int compress(byte[] source, int offset, int length, byte[] target, int targetOffset);

    /**
     * Restores what {@link #compress} made.
     *
     * @param target receives exactly {@code originalLength} bytes
     * @throws IllegalStateException where the block does not unpack to that many bytes
     */
    void decompress(byte[] source, int offset, int length, byte[] target, int originalLength);

    @Override
    void close();
}
