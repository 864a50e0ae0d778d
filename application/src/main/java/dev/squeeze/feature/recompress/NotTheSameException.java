package dev.squeeze.feature.recompress;

import dev.squeeze.kit.unit.UserFacingException;

/** A rewritten segment does not read like its original, which is left in place. */
public final class NotTheSameException extends UserFacingException {
    private static final long serialVersionUID = 1;

    NotTheSameException(long baseOffset, String why) {
        super("the rewritten batch at offset " + baseOffset + " does not equal the original: " + why
                + "; the original is untouched, please report this with the versions of Java and Kafka");
    }
}
