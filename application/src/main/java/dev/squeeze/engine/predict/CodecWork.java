package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.CodecType;

/**
 * A codec's own CPU time for some traffic, assuming it takes as long as for the same batches in isolation.
 *
 * @param codec the codec that does the work
 * @param compressNanos time to compress all of it
 * @param decompressNanos time to decompress all of it once
 * @param lateShare share of the compression that is left to the producer's network thread: the data that the codec
 *     still buffers when that thread closes a batch whose linger has expired; a full batch is closed by the thread that
 *     appends
 */
public record CodecWork(CodecType codec, double compressNanos, double decompressNanos, double lateShare) {
    public CodecWork {
        if (compressNanos < 0 || decompressNanos < 0 || lateShare < 0 || lateShare > 1) {
            throw new IllegalArgumentException(
                    "a codec's work must not be negative, and its late share must be between 0 and 1");
        }
    }

    /** The share of the work that falls to a role, in nanoseconds. */
    public double nanos(CostRole role) {
        return switch (role) {
            case APPLICATION -> compressNanos * (1 - lateShare);
            case SENDER -> compressNanos * lateShare;
            case REQUEST_HANDLER, CONSUMER -> decompressNanos;
            case BROKER_NETWORK -> 0;
        };
    }
}
