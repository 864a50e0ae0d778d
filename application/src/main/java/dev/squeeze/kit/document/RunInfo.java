package dev.squeeze.kit.document;

import dev.squeeze.kit.environment.Environment;
import java.time.Instant;
import java.util.List;

/**
 * The run that produced a result.
 *
 * @param command the command line, without secrets
 * @param startedAt start of the run
 * @param elapsedSeconds wall-clock time
 * @param environment of the run
 */
public record RunInfo(List<String> command, Instant startedAt, double elapsedSeconds, Environment environment) {
    public RunInfo {
        command = List.copyOf(command);
    }
}
