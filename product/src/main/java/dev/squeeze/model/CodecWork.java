package dev.squeeze.model;

import dev.squeeze.codec.CodecType;

/**
 * A codec's own work for some traffic, as long as it takes for one batch after another with nothing between them.
 *
 * @param codec that does it
 * @param compressNanos of compressing all of it
 * @param decompressNanos of reading all of it once
 * @param lateShare of the compression that falls to the producer's network thread: what the codec still holds back when that
 *     thread closes a batch whose linger is over; a full batch is closed by the thread that appends
 * @param crowdedShare 0 where one batch is filled after the other, and nearer to 1 the more are filled at the same time, whose
 *     codecs drive one another out of the caches
 */
public record CodecWork(
        CodecType codec, double compressNanos, double decompressNanos, double lateShare, double crowdedShare) {
    public CodecWork {
        if (compressNanos < 0
                || decompressNanos < 0
                || lateShare < 0
                || lateShare > 1
                || crowdedShare < 0
                || crowdedShare > 1) {
            throw new IllegalArgumentException("a codec's work is at least 0 and its shares between 0 and 1");
        }
    }

    /** The share for so many batches that are being filled on average. */
    public static double crowdedShare(double openBatches) {
        return 1 - 1 / Math.max(1, openBatches);
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

    /**
     * What of compressing is done beside other batches: a codec that begins touches memory that others have driven out, on the
     * application thread whoever compresses later; and who compresses finds the caches full of other batches.
     */
    double crowdedNanos(CostRole role) {
        return switch (role) {
            case APPLICATION -> compressNanos * crowdedShare;
            case SENDER -> compressNanos * lateShare * crowdedShare;
            default -> 0;
        };
    }

    /** Of the second kind what the application thread has of it. */
    double crowdedEarlyNanos() {
        return compressNanos * (1 - lateShare) * crowdedShare;
    }
}
