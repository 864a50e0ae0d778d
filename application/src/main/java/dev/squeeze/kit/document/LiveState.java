package dev.squeeze.kit.document;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Progress of a running command.
 *
 * @param command such as {@code bench}
 * @param since start of the run
 * @param running duration so far
 * @param now the current step in a few words; empty before the first one
 * @param detail progress of the step and the remaining time; empty if unknown
 * @param said time since the last progress update
 * @param fraction completed part, 0 to 1; absent if the run has no end
 * @param version number of results shown so far; 0 before the first
 * @param sequence increases with every change; two states with the same number are equal
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

    /** The current step, its progress and the remaining time. */
    public String words() {
        if (now.isEmpty()) {
            return "starting";
        }
        return detail.isEmpty() ? now : now + ": " + detail.strip();
    }

    /** The duration so far, and the start in the time zone of this machine. */
    public String clock() {
        String old = said.toSeconds() >= LONG_AGO_SECONDS ? "last update " + length(said) + " ago, " : "";
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

    /** The status of the figures shown below. */
    public String standing() {
        return version == 0 ? "no figures yet" : "figures so far, which may change";
    }
}
