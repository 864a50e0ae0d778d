package dev.squeeze.feature.doctor;

/**
 * How certain a finding is.
 *
 * @param why what it is based on, or what would make it more certain
 */
public record Confidence(Level level, String why) {
    /** From observed to guessed. */
    public enum Level {
        CERTAIN,
        LIKELY,
        POSSIBLE
    }

    static Confidence certain(String why) {
        return new Confidence(Level.CERTAIN, why);
    }

    static Confidence likely(String why) {
        return new Confidence(Level.LIKELY, why);
    }

    static Confidence possible(String why) {
        return new Confidence(Level.POSSIBLE, why);
    }
}
