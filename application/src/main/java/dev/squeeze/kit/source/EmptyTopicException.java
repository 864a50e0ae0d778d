package dev.squeeze.kit.source;

/** A topic can be read, but is empty. */
public final class EmptyTopicException extends SourceException {
    private static final long serialVersionUID = 1L;

    EmptyTopicException(String message) {
        super(message);
    }
}
