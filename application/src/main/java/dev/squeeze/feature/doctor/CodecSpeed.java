package dev.squeeze.feature.doctor;

/**
 * CPU time through Kafka's own classes, for each uncompressed byte. Measured in one short stretch of time: good enough to
 * compare a saving with its price, not to compare codecs that are alike.
 */
record CodecSpeed(double compressNanosPerByte, double decompressNanosPerByte) {
    static final CodecSpeed FREE = new CodecSpeed(0, 0);

    /** The mean of two, of which the first has a share. */
    CodecSpeed mixedWith(CodecSpeed other, double share) {
        return new CodecSpeed(
                share * compressNanosPerByte + (1 - share) * other.compressNanosPerByte,
                share * decompressNanosPerByte + (1 - share) * other.decompressNanosPerByte);
    }
}
