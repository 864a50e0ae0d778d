package dev.squeeze.kit.format;

import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;

/** Selects the compressor of lz4-java that Kafka's client uses for a level. */
final class Lz4Compressors {
    private Lz4Compressors() {}

    /** As in Kafka's Lz4BlockOutputStream: the default level is the fast compressor, every other the high one. */
    static LZ4Compressor of(int level) {
        LZ4Factory factory = LZ4Factory.fastestInstance();
        return level == CodecType.LZ4.defaultLevel() ? factory.fastCompressor() : factory.highCompressor(level);
    }
}
