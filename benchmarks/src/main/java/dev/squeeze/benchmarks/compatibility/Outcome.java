package dev.squeeze.benchmarks.compatibility;

import java.util.Locale;

/**
 * What came of a check.
 *
 * @param note what is missing or went wrong; empty where there is nothing to say
 */
record Outcome(Verdict verdict, String note) {
    /** From best to worst. */
    enum Verdict {
        /** Done, and the result is right. */
        WORKS,
        /** Done, and the result is right, without something that the program names. */
        NOTED,
        /** Not done, and the program says what the broker lacks. */
        REFUSED,
        /** Not done, or the result is wrong. */
        FAILS,
        /** Not tried, since there is nothing to try it on. */
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

    /** Works, with a note unless there is none. */
    static Outcome works(String note) {
        return note.isEmpty() ? works() : new Outcome(Verdict.NOTED, note);
    }

    static Outcome fails(String why) {
        return new Outcome(Verdict.FAILS, why);
    }
}
