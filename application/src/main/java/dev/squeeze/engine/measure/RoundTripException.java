package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.PackedBatch;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.UserFacingException;

/** A batch did not come back as it went in. No figure of the run may be trusted. */
public final class RoundTripException extends UserFacingException {
    private static final long serialVersionUID = 1L;

    public RoundTripException(String message) {
        super(message);
    }

    /**
     * Of a batch that was read back.
     *
     * @param codec under which it was compressed
     * @param nominalBytes batch size of the sample
     * @param difference what was found, and where
     */
    static RoundTripException of(String codec, int nominalBytes, PackedBatch batch, String difference) {
        return new RoundTripException(codec + " at " + new ByteCount(nominalBytes) + " did not give back records "
                + batch.firstRecord() + " to " + (batch.firstRecord() + batch.records() - 1) + " of the source: "
                + difference + "; this points at a broken codec library or broken memory");
    }
}
