package dev.squeeze.cli;

/** The user ended the run before there was anything to show. */
final class StoppedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    StoppedException(String message) {
        super(message);
    }
}
