package dev.squeeze.engine.inspection;

import dev.squeeze.kit.format.CodecType;

/** Bytes, records and batches of data by the codec's number in the batch header. */
final class CodecTally {
    /** Numbers that three bits can hold. */
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
