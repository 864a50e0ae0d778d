package dev.squeeze.kafka;

/**
 * Kafka's own words about a failure, fit to be printed. Its parser of logins quotes the part that it does not understand,
 * which may be part of a password: of that failure nothing is quoted.
 */
public final class FailureWords {
    private static final String LOGIN_FORM =
            "sasl.jaas.config is missing or cannot be read (its words are not shown, they may be secret); write"
                    + " CLASS required KEY=\"VALUE\" ... ; with quotes and a semicolon at its end";
    private static final int MOST_CAUSES = 20;

    private FailureWords() {}

    /** Whether Kafka speaks of a login's settings, in the failure or in a cause of it. */
    public static boolean isAboutLogin(Throwable failure) {
        Throwable cause = failure;
        for (int i = 0; i < MOST_CAUSES && cause != null; i++) {
            if (String.valueOf(cause.getMessage()).contains("JAAS")) {
                return true;
            }
            cause = cause.getCause();
        }
        return false;
    }

    /** One line about the failure: of its cause where there is one, since the outer says only what was being done. */
    public static String of(Throwable failure) {
        if (isAboutLogin(failure)) {
            return LOGIN_FORM;
        }
        Throwable cause = failure.getCause() == null ? failure : failure.getCause();
        return String.valueOf(cause.getMessage()).replaceAll("\\s*\\R\\s*", " ");
    }
}
