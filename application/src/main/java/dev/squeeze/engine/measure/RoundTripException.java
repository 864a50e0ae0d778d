package dev.squeeze.engine.measure;

/** A batch did not come back as it went in. No figure of the run may be trusted. */
public final class RoundTripException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public RoundTripException(String message) {
        super(message);
    }
}
