package dev.squeeze.kit.format;

/**
 * A codec's library called once for a whole batch, with the frame around it in which Kafka's clients store its blocks:
 * what {@link #frame} writes, every client of Kafka reads. One instance serves one thread and reuses the library's state,
 * where Kafka's own streams make a new one for each batch.
 */
public sealed interface FramedCodec extends AutoCloseable permits NoFrame, GzipFrame, SnappyFrame, Lz4Frame, ZstdFrame {
    /** Upper bound, in bytes, of what {@code length} bytes become. */
    int maxFramedLength(int length);

    /**
     * Compresses {@code length} bytes of {@code source} from {@code offset} on into {@code target}, from
     * {@code targetOffset} on, where {@link #maxFramedLength} bytes must be free.
     *
     * @return bytes written
     */
    int frame(byte[] source, int offset, int length, byte[] target, int targetOffset);

    /**
     * Restores what {@link #frame} or a client of Kafka made.
     *
     * @param target cleared first, and filled with what comes out
     * @return false where the bytes are damaged, of a frame that is rarely met, or too many for the target: Kafka's own
     *     streams have the last word on those
     */
    boolean unframe(byte[] source, int offset, int length, GrowingBytes target);

    @Override
    void close();

    /** Opens one. */
    static FramedCodec open(Codec codec) {
        return switch (codec.type()) {
            case NONE -> new NoFrame();
            case GZIP -> new GzipFrame(codec.level());
            case SNAPPY -> new SnappyFrame();
            case LZ4 -> new Lz4Frame(codec.level());
            case ZSTD -> new ZstdFrame(codec.level());
        };
    }

    /** Opens one that is good for reading what any level made. */
    static FramedCodec open(CodecType type) {
        return open(new Codec(type, type.defaultLevel()));
    }
}
