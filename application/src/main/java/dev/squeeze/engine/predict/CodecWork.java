package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.CodecType;

/**
 * A codec's own work for some traffic, as long as it takes for the same batches in isolation.
 *
 * @param codec that does it
 * @param compressNanos of compressing all of it
 * @param decompressNanos of reading all of it once
 * @param lateShare of the compression that falls to the producer's network thread: what the codec still holds back when that
 *     thread closes a batch whose linger is over; a full batch is closed by the thread that appends
 */
public record CodecWork(CodecType codec, double compressNanos, double decompressNanos, double lateShare) {
    public CodecWork {
        if (compressNanos < 0 || decompressNanos < 0 || lateShare < 0 || lateShare > 1) {
            throw new IllegalArgumentException("a codec's work is at least 0 and its late share between 0 and 1");
        }
    }

    /** What of it a role has to do with, nanoseconds. */
    public double nanos(CostRole role) {
        return switch (role) {
            case APPLICATION -> compressNanos * (1 - lateShare);
            case SENDER -> compressNanos * lateShare;
            case REQUEST_HANDLER, CONSUMER -> decompressNanos;
            case BROKER_NETWORK -> 0;
        };
    }
}
