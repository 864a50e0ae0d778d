package dev.squeeze.feature.copy;

/** A topic no longer exists, or a broker does not know it at the moment. */
final class GoneException extends RuntimeException {
    private static final long serialVersionUID = 1;

    GoneException(String topic) {
        super(topic + " was there and is gone");
    }
}
