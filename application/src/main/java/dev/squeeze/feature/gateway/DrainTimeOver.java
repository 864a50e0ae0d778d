package dev.squeeze.feature.gateway;

/** The failure of records that are given up because the drain timeout is over. */
final class DrainTimeOver extends RuntimeException {
    private static final long serialVersionUID = 1L;

    DrainTimeOver() {
        super("the drain timeout was over", null, false, false);
    }
}
