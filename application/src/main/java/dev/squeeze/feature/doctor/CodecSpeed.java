package dev.squeeze.feature.doctor;

/**
 * CPU time in Kafka's own classes, per uncompressed byte. From one short measurement: good enough to compare a saving
 * with its cost, but not to compare similar codecs.
 */
record CodecSpeed(double compressNanosPerByte, double decompressNanosPerByte) {
    static final CodecSpeed FREE = new CodecSpeed(0, 0);

    /** @param share share of the bytes that take the other time */
    CodecSpeed plus(CodecSpeed other, double share) {
        return new CodecSpeed(
                compressNanosPerByte + share * other.compressNanosPerByte,
                decompressNanosPerByte + share * other.decompressNanosPerByte);
    }
}
