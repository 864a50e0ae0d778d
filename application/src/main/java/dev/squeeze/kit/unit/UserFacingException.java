package dev.squeeze.kit.unit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A failure whose message is for the user: one line that says what happened, to which input, and what to do. The
 * command line prints it without a stack trace; every other exception is reported as a bug.
 */
public abstract class UserFacingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    protected UserFacingException(@Nullable String message) {
        super(message);
    }

    protected UserFacingException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }

    /**
     * Whether the cause is the command line itself rather than what it refers to; the exit code is then that of a usage
     * error.
     */
    public boolean isUsageError() {
        return false;
    }

    /** Lines to print before the message, such as the end of a broker's log; usually empty. */
    public List<String> details() {
        return List.of();
    }

    /** Describes in one line a failure that does not end the program; for a bug, includes its class. */
    public static String describe(RuntimeException failure) {
        String words = failure instanceof UserFacingException
                ? String.valueOf(failure.getMessage())
                : "unexpected: " + failure;
        return words.replaceAll("\\s*\\R\\s*", " ");
    }
}
