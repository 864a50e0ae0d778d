package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How long brokers may take to answer. */
@HelpGroup.In(HelpGroup.ADVANCED)
public final class TimeoutArguments {
    private static final Duration MIN = Duration.ofSeconds(1);
    private static final Duration MAX = Duration.ofMinutes(10);

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "The longest that a broker may take to answer, 1s to 10m (default: ${DEFAULT-VALUE}).")
    public Duration timeout = Duration.ofSeconds(30);

    /** Finds a mistake before any work is done, in the flag of commands with words of their own for it too. */
    public static void check(Duration timeout) {
        Range.requireBetween("--timeout", timeout, MIN, MAX);
    }
}
