package dev.squeeze.fuzz;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What targets check; a violation is an {@link AssertionError} and with that a finding. */
public final class Expectations {
    private Expectations() {}

    /**
     * Requires an error message that a person can act on: not blank, with the input's name in it. The command line puts
     * it on one line.
     *
     * @param name what the message has to contain; empty where the parser does not know the input's name
     */
    public static void requireClear(RuntimeException refusal, String name) {
        String message = refusal.getMessage();
        if (message == null || message.isBlank() || !message.contains(name)) {
            throw new AssertionError("not a clear message: " + message, refusal);
        }
        // A subclass of the JDK's, such as NumberFormatException, was thrown by accident.
        boolean own = refusal.getClass() == IllegalArgumentException.class
                || refusal.getClass().getName().startsWith("dev.squeeze.");
        if (!own) {
            throw new AssertionError("an exception that no command expects", refusal);
        }
    }

    /** Requires that two readings of the same bytes agree. */
    public static void requireEqual(@Nullable Object expected, @Nullable Object actual, String what) {
        if (!Objects.equals(expected, actual)) {
            throw new AssertionError(what + ": expected " + shown(expected) + ", got " + shown(actual));
        }
    }

    public static void require(boolean condition, String what) {
        if (!condition) {
            throw new AssertionError(what);
        }
    }

    private static String shown(@Nullable Object value) {
        String text = String.valueOf(value);
        return text.length() > 2_000 ? text.substring(0, 2_000) + "..." : text;
    }
}
