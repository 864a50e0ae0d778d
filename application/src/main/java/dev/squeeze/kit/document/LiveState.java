package dev.squeeze.kit.document;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * How far a run is that goes on.
 *
 * @param command such as {@code bench}
 * @param since when it began
 * @param running for how long
 * @param now what it does, in a few words; empty before it says something
 * @param detail how far that is, and how long still; empty where nobody knows
 * @param said how long ago it said so
 * @param fraction of it that is done, 0 to 1; absent where it has no end
 * @param version counts the results that were shown; 0 before the first
 * @param sequence grows with every change, so that two states are the same where it is
 */
public record LiveState(
        String command,
        Instant since,
        Duration running,
        String now,
        String detail,
        Duration said,
        OptionalDouble fraction,
        int version,
        long sequence) {
    private static final long LONG_AGO_SECONDS = 5;
    private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT);

    /** What is being done, how far, and how long still. */
    public String words() {
        if (now.isEmpty()) {
            return "beginning";
        }
        return detail.isEmpty() ? now : now + ": " + detail.strip();
    }

    /** For how long, and since when by the clock of this machine. */
    public String clock() {
        String old = said.toSeconds() >= LONG_AGO_SECONDS ? "last heard of " + length(said) + " ago, " : "";
        return old + "running for " + length(running) + ", since "
                + CLOCK.withZone(ZoneId.systemDefault()).format(since);
    }

    private static String length(Duration duration) {
        long seconds = duration.toSeconds();
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3_600
                ? seconds / 60 + " min " + seconds % 60 + " s"
                : seconds / 3_600 + " h " + seconds / 60 % 60 + " min";
    }

    /** What the figures below are. */
    public String standing() {
        return version == 0 ? "no figures yet" : "figures so far, which may change";
    }
}
