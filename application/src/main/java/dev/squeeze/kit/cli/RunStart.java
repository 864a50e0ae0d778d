package dev.squeeze.kit.cli;

import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.document.Secrets;
import dev.squeeze.kit.environment.Environment;
import java.time.Instant;
import java.util.List;

/**
 * The start of a run, from which its {@link RunInfo} is derived.
 *
 * @param commandLine as the user gave it, including secrets
 * @param nanos by {@link System#nanoTime}
 * @param environment at the start of the run
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
