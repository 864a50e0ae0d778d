package dev.squeeze.feature.copy;

/**
 * Another worker has taken over the share: this one was paused or lost its connection, and its work no longer counts.
 */
final class TakenOverException extends CopyException {
    private static final long serialVersionUID = 1L;

    TakenOverException(String topic, CopyOwner now) {
        super("another worker has taken over share " + now.unit() + " of the copy " + topic + " (work " + now.work()
                + ")");
    }
}
