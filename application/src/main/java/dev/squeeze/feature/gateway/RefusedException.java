package dev.squeeze.feature.gateway;

/** A request was refused; the message is for the client. */
final class RefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Refusal refusal;

    RefusedException(Refusal refusal, String message) {
        // A stack trace for every refused request would cost more than the refusal.
        super(message, null, false, false);
        this.refusal = refusal;
    }

    static RefusedException tooLarge(long maxBytes) {
        return new RefusedException(
                Refusal.TOO_LARGE, "a body may have " + maxBytes + " bytes at most: send less per request");
    }

    static RefusedException full() {
        return new RefusedException(Refusal.QUEUE_FULL, "the queue is full: retry later");
    }

    Refusal refusal() {
        return refusal;
    }
}
