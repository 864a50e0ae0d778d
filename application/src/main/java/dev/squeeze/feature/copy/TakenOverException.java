package dev.squeeze.feature.copy;

/** Another worker has the share of a copy by now: this one was paused or cut off, and what it does counts for nothing. */
final class TakenOverException extends CopyException {
    private static final long serialVersionUID = 1L;

    TakenOverException(String topic, CopyOwner now) {
        super("another worker has taken over share " + now.unit() + " of the copy " + topic + " (work " + now.work()
                + ")");
    }
}
