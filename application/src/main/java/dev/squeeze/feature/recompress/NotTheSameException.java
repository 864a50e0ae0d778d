package dev.squeeze.feature.recompress;

import dev.squeeze.kit.unit.UserFacingException;

/** A rewritten segment does not read like its original, which stays in place. */
public final class NotTheSameException extends UserFacingException {
    private static final long serialVersionUID = 1;

    NotTheSameException(long baseOffset, String why) {
        super("the batch at offset " + baseOffset + " was not written as it was read: " + why
                + "; the original is untouched, please report this with the versions of Java and Kafka");
    }
}
