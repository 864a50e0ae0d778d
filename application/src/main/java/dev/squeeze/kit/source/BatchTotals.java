package dev.squeeze.kit.source;

import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.Arrays;
import java.util.OptionalDouble;

/** Totals over stored batches that could be decompressed. */
final class BatchTotals {
    private final double[] uncompressedBytes = new double[CodecType.values().length];
    private long storedBytes;
    private long batches;
    private long records;
    private long timedBatches;
    private double gatheredMillis;

    void add(CodecType codec, BatchHeader header, long uncompressed) {
        batches++;
        records += header.recordCount();
        storedBytes += header.sizeBytes();
        uncompressedBytes[codec.ordinal()] += uncompressed;
        header.spanMillis().ifPresent(span -> {
            timedBatches++;
            gatheredMillis += span;
        });
    }

    void add(BatchTotals other) {
        for (int codec = 0; codec < uncompressedBytes.length; codec++) {
            uncompressedBytes[codec] += other.uncompressedBytes[codec];
        }
        storedBytes += other.storedBytes;
        batches += other.batches;
        records += other.records;
        timedBatches += other.timedBatches;
        gatheredMillis += other.gatheredMillis;
    }

    long batches() {
        return batches;
    }

    double uncompressed() {
        return Arrays.stream(uncompressedBytes).sum();
    }

    /** The codec with the most uncompressed bytes. */
    CodecType codec() {
        CodecType most = CodecType.NONE;
        for (CodecType codec : CodecType.values()) {
            most = uncompressedBytes[codec.ordinal()] > uncompressedBytes[most.ordinal()] ? codec : most;
        }
        return most;
    }

    /** The codec's share of the uncompressed bytes, 0 to 1. */
    double share(CodecType codec) {
        return uncompressedBytes[codec.ordinal()] / Math.max(1, uncompressed());
    }

    double recordsPerBatch() {
        return (double) records / batches;
    }

    /** Mean uncompressed bytes of records in a batch, without its header. */
    double recordBytesPerBatch() {
        return uncompressed() / batches - RecordFormatV2.BATCH_HEADER_BYTES;
    }

    double ratio() {
        return uncompressed() / storedBytes;
    }

    /** Mean time from a batch's first record to its last; absent if producers set no timestamps. */
    OptionalDouble gatheredMillis() {
        return timedBatches == 0 ? OptionalDouble.empty() : OptionalDouble.of(gatheredMillis / timedBatches);
    }
}
