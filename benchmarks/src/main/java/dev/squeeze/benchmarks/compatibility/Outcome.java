package dev.squeeze.benchmarks.compatibility;

import java.util.Locale;

/**
 * Result of a check.
 *
 * @param note what is missing or went wrong; empty if there is nothing to report
 */
record Outcome(Verdict verdict, String note) {
    /** From best to worst. */
    enum Verdict {
        /** Done, with a correct result. */
        WORKS,
        /** Done, with a correct result, but without something that the program names. */
        NOTED,
        /** Not done, and the program reports what the broker lacks. */
        REFUSED,
        /** Not done, or the result is wrong. */
        FAILS,
        /** Not tried, because there is nothing to try it on. */
        UNTRIED;

        String label() {
            return switch (this) {
                case NOTED -> "works";
                case FAILS -> "**fails**";
                case UNTRIED -> "not tried";
                default -> name().toLowerCase(Locale.ROOT);
            };
        }
    }

    static Outcome works() {
        return new Outcome(Verdict.WORKS, "");
    }

    /** Works; with a note unless that is empty. */
    static Outcome works(String note) {
        return note.isEmpty() ? works() : new Outcome(Verdict.NOTED, note);
    }

    static Outcome fails(String why) {
        return new Outcome(Verdict.FAILS, why);
    }
}
