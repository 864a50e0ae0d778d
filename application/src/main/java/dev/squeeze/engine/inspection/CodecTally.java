package dev.squeeze.engine.inspection;

import dev.squeeze.kit.format.CodecType;

/** Bytes, records and data batches by the codec number in the batch header. */
final class CodecTally {
    /** Number of values of the header's three-bit codec field. */
    static final int CODECS = 8;

    final long[] storedBytes = new long[CODECS];
    final long[] records = new long[CODECS];
    final long[] batches = new long[CODECS];

    void add(int codecId, long bytes, int recordCount) {
        storedBytes[codecId] += bytes;
        records[codecId] += recordCount;
        batches[codecId]++;
    }

    static String name(int codecId) {
        return CodecType.withId(codecId).map(CodecType::label).orElse("unknown-" + codecId);
    }
}
