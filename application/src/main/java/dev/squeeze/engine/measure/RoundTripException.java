package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.UserFacingException;

/** A batch read back differs from the original. No figure of the run can be trusted. */
public final class RoundTripException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    public RoundTripException(String message) {
        super(message);
    }

    /**
     * @param codec with which the batch was compressed
     * @param nominalBytes batch size of the sample
     * @param difference what differs, and where
     */
    static RoundTripException of(String codec, int nominalBytes, PackedBatch batch, String difference) {
        return new RoundTripException(codec + " at " + new ByteCount(nominalBytes) + " did not reproduce records "
                + batch.firstRecord() + " to " + (batch.firstRecord() + batch.records() - 1) + " of the source: "
                + difference + "; this points to a faulty codec library or faulty memory");
    }
}
