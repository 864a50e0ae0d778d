package dev.squeeze.kit.kafka;

import java.util.regex.Pattern;

/**
 * Kafka's own message of a failure, made safe to print. Kafka's JAAS parser quotes what it does not understand, which may be part
 * of a password; messages of such failures are replaced.
 */
public final class FailureWords {
    private static final String LOGIN_FORM =
            "sasl.jaas.config is missing or cannot be parsed (it is not shown, it may be secret); write"
                    + " CLASS required KEY=\"VALUE\" ... ; with quotes and a semicolon at the end";
    /** The JDK's TLS code includes the class of an exception in the message of the next one. */
    private static final Pattern CLASS_BEFORE_WORDS = Pattern.compile("(\\w+\\.)+\\w+(Exception|Error): ");

    private static final int MAX_CAUSES = 20;

    private FailureWords() {}

    /** Whether the failure or one of its causes is about login settings. */
    public static boolean isAboutLogin(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause != null; i++) {
            if (String.valueOf(cause.getMessage()).contains("JAAS")) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /**
     * One line about the failure: the message of its cause if there is one, since the outer message only names the operation, and
     * of the root cause (only that says why a file cannot be opened).
     */
    public static String of(Throwable failure) {
        if (isAboutLogin(failure)) {
            return LOGIN_FORM;
        }
        if (failure instanceof OutOfMemoryError) {
            return "out of memory: give a larger heap with SQUEEZE_HEAP=8g";
        }
        if (failure instanceof LinkageError) {
            // The message is often only the name of a class.
            return "a library cannot be loaded: " + failure.getMessage()
                    + "; is java.io.tmpdir writable, and not noexec?";
        }
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        String said = words(cause);
        String bottom = bottom(cause);
        String all = said.contains(bottom) || bottom.contains(said) ? said : said + " (" + bottom + ")";
        return all.replaceAll("\\s*\\R\\s*", " ");
    }

    private static String bottom(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < MAX_CAUSES && cause.getCause() != null; i++) {
            cause = cause.getCause();
        }
        return words(cause);
    }

    private static String words(Throwable failure) {
        return CLASS_BEFORE_WORDS.matcher(String.valueOf(failure.getMessage())).replaceAll("");
    }
}
