package dev.squeeze.kit.environment.child;

/** A child refused a request of its parent; the message is the child's reason. */
public final class RequestRefusedException extends Exception {
    private static final long serialVersionUID = 1L;

    RequestRefusedException(String reason) {
        super(reason);
    }
}
