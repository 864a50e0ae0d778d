package dev.squeeze.feature.gateway;

/** A request that is not taken; its message is for the client. */
final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Refusal refusal;

    RefusedException(Refusal refusal, String message) {
        // A stack trace for every refused request would cost more than the refusal.
        super(message, null, false, false);
        this.refusal = refusal;
    }

    Refusal refusal() {
        return refusal;
    }
}
