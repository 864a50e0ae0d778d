package dev.squeeze.kit.cli;

import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How long to wait for a broker's response. */
@HelpGroup.In(HelpGroup.ADVANCED)
public final class TimeoutArguments {
    private static final Duration MIN = Duration.ofSeconds(1);
    private static final Duration MAX = Duration.ofMinutes(10);

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "30s",
            description = "Maximum time to wait for a broker's response, 1s to 10m (default: ${DEFAULT-VALUE}).")
    public Duration timeout = Duration.ofSeconds(30);

    /** Finds a mistake before any work is done; also used by commands that declare the flag themselves. */
    public static void check(Duration timeout) {
        Range.requireBetween("--timeout", timeout, MIN, MAX);
    }
}
