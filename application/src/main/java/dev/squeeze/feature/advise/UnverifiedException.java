package dev.squeeze.feature.advise;

import dev.squeeze.kit.unit.UserFacingException;

/** The live run failed after everything had been measured and compared. */
final class UnverifiedException extends Exception {
    private static final long serialVersionUID = 1;

    private final transient AdviseResult unverified;
    private final UserFacingException failure;

    /** @param unverified the recommendation without a live run */
    UnverifiedException(AdviseResult unverified, UserFacingException failure) {
        super(failure);
        this.unverified = unverified;
        this.failure = failure;
    }

    AdviseResult unverified() {
        return unverified;
    }

    UserFacingException failure() {
        return failure;
    }
}
