package dev.squeeze.feature.doctor;

/**
 * CPU time through Kafka's own classes, for each uncompressed byte. Measured in one short stretch of time: good enough to
 * compare a saving with its price, not to compare codecs that are alike.
 */
record CodecSpeed(double compressNanosPerByte, double decompressNanosPerByte) {
    static final CodecSpeed FREE = new CodecSpeed(0, 0);

    /** @param share of the bytes that take the other's time */
    CodecSpeed plus(CodecSpeed other, double share) {
        return new CodecSpeed(
                compressNanosPerByte + share * other.compressNanosPerByte,
                decompressNanosPerByte + share * other.decompressNanosPerByte);
    }
}
