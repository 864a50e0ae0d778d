package dev.squeeze.kit.cli;

import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.document.Secrets;
import dev.squeeze.kit.environment.Environment;
import java.time.Instant;
import java.util.List;

/**
 * The beginning of a run, from which its account is made.
 *
 * @param commandLine as the user gave it, secrets among it
 * @param nanos by {@link System#nanoTime}
 * @param environment as it was before anything was done
 */
public record RunStart(List<String> commandLine, Instant at, long nanos, Environment environment) {
    public static RunStart now(List<String> commandLine) {
        return new RunStart(commandLine, Instant.now(), System.nanoTime(), Environment.current());
    }

    /** The run until now, without secrets. */
    public RunInfo untilNow() {
        return new RunInfo(Secrets.masked(commandLine), at, (System.nanoTime() - nanos) / 1e9, environment);
    }
}
