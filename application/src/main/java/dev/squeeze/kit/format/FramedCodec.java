package dev.squeeze.kit.format;

/**
 * A codec's library, called once for a whole batch, including the frame in which Kafka's clients store its blocks:
 * every Kafka client can read what {@link #frame} writes. Not thread-safe. Reuses the library's state, whereas Kafka's
 * own streams create it for each batch.
 */
public sealed interface FramedCodec extends AutoCloseable permits NoFrame, GzipFrame, SnappyFrame, Lz4Frame, ZstdFrame {
    /** Upper bound of the framed size, in bytes, of {@code length} bytes. */
    int maxFramedLength(int length);

    /**
     * Compresses {@code length} bytes of {@code source} at {@code offset} into {@code target} at {@code targetOffset},
     * where {@link #maxFramedLength} bytes must be free.
     *
     * @return bytes written
     */
    int frame(byte[] source, int offset, int length, byte[] target, int targetOffset);

    /**
     * Decompresses what {@link #frame} or a Kafka client has written.
     *
     * @param target cleared, then filled with the uncompressed bytes
     * @return false if the bytes are damaged, use a rare form of the frame, or do not fit into the target: the caller
     *     has to try Kafka's own streams then
     */
    boolean unframe(byte[] source, int offset, int length, GrowingBytes target);

    @Override
    void close();

    /** Opens the codec for a setting. */
    static FramedCodec open(Codec codec) {
        return switch (codec.type()) {
            case NONE -> new NoFrame();
            case GZIP -> new GzipFrame(codec.level());
            case SNAPPY -> new SnappyFrame();
            case LZ4 -> new Lz4Frame(codec.level());
            case ZSTD -> new ZstdFrame(codec.level());
        };
    }

    /** Opens the codec for decompressing data of any level. */
    static FramedCodec open(CodecType type) {
        return open(new Codec(type, type.defaultLevel()));
    }
}
