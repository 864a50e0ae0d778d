package dev.squeeze.feature.recompress;

import dev.squeeze.kit.unit.UserFacingException;

/** What was written does not read like what it was made of; nothing was put in the place of the original. */
public final class NotTheSameException extends UserFacingException {
    private static final long serialVersionUID = 1;

    NotTheSameException(long baseOffset, String why) {
        super("the batch at offset " + baseOffset + " was not written as it was read: " + why
                + "; the original is untouched, please report this with the versions of Java and Kafka");
    }
}
