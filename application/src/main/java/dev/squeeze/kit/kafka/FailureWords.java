package dev.squeeze.kit.kafka;

import java.util.regex.Pattern;

/**
 * Kafka's own words about a failure, fit to be printed. Its parser of logins quotes the part that it does not understand,
 * which may be part of a password: of that failure nothing is quoted.
 */
public final class FailureWords {
    private static final String LOGIN_FORM =
            "sasl.jaas.config is missing or cannot be read (its words are not shown, they may be secret); write"
                    + " CLASS required KEY=\"VALUE\" ... ; with quotes and a semicolon at its end";
    /** As the JDK's TLS puts the class of one failure into the words of the next. */
    private static final Pattern CLASS_BEFORE_WORDS = Pattern.compile("(\\w+\\.)+\\w+(Exception|Error): ");

    private static final int MAX_CAUSES = 20;

    private FailureWords() {}

    /** Whether Kafka speaks of a login's settings, in the failure or in a cause of it. */
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
     * One line about the failure: of its cause where there is one, since the outer says only what was being done, and of
     * what was at the bottom of it (a file that cannot be opened says why only there).
     */
    public static String of(Throwable failure) {
        if (isAboutLogin(failure)) {
            return LOGIN_FORM;
        }
        if (failure instanceof OutOfMemoryError) {
            return "out of memory: give a larger heap with SQUEEZE_HEAP=8g";
        }
        if (failure instanceof LinkageError) {
            // Its own words are often no more than the name of a class.
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
