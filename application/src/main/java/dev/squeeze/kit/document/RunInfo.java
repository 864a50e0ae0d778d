package dev.squeeze.kit.document;

import dev.squeeze.kit.environment.Environment;
import java.time.Instant;
import java.util.List;

/**
 * The run behind a result.
 *
 * @param command the command line, without secrets
 * @param startedAt when
 * @param elapsedSeconds wall time
 * @param environment what it ran on
 */
public record RunInfo(List<String> command, Instant startedAt, double elapsedSeconds, Environment environment) {
    public RunInfo {
        command = List.copyOf(command);
    }
}
