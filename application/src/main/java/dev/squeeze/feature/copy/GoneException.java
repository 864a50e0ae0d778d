package dev.squeeze.feature.copy;

/** A topic that was there is not there any more, or cannot be seen for the moment. */
final class GoneException extends RuntimeException {
    private static final long serialVersionUID = 1;

    GoneException(String topic) {
        super(topic + " was there and is gone");
    }
}
