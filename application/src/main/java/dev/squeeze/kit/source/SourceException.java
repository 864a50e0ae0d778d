package dev.squeeze.kit.source;

/** An input cannot be read. The message is one line that names the input, the position and what to do. */
public sealed class SourceException extends RuntimeException permits EmptyTopicException {
    private static final long serialVersionUID = 1L;

    public SourceException(String message) {
        super(message);
    }

    public SourceException(String message, Throwable cause) {
        super(message, cause);
    }
}
