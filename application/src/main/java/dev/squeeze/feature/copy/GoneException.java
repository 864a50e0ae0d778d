package dev.squeeze.feature.copy;

/** A topic no longer exists, or a broker currently does not know it. */
final class GoneException extends RuntimeException {
    private static final long serialVersionUID = 1;

    GoneException(String topic) {
        super(topic + " existed and is gone");
    }
}
