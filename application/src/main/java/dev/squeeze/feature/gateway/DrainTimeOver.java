package dev.squeeze.feature.gateway;

/** What a record is given up for when the time to shut down is over. */
final class DrainTimeOver extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DrainTimeOver() {
        super("the time to shut down was over", null, false, false);
    }
}
