package dev.squeeze.kafka;

/** A cluster could not be reached, did not answer or refused a request. The message is one line and says what to do. */
public final class RawAccessException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String line;

    public RawAccessException(String message) {
        super(message);
        this.line = message;
    }

    public RawAccessException(String message, Throwable cause) {
        super(message, cause);
        this.line = message;
    }

    /** Never null, other than that of exceptions in general. */
    @Override
    public String getMessage() {
        return line;
    }
}
