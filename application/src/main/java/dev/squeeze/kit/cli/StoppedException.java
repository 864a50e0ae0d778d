package dev.squeeze.kit.cli;

/** The user ended the run before there was anything to show. */
public final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public StoppedException(String message) {
        super(message);
    }
}
