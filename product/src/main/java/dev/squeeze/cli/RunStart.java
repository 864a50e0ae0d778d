package dev.squeeze.cli;

import dev.squeeze.environment.Environment;
import dev.squeeze.report.RunInfo;
import dev.squeeze.report.Secrets;
import java.time.Instant;
import java.util.List;

/**
 * The beginning of a run, from which its account is made.
 *
 * @param commandLine as the user gave it, secrets among it
 * @param nanos by {@link System#nanoTime}
 * @param environment as it was before anything was done
 */
record RunStart(List<String> commandLine, Instant at, long nanos, Environment environment) {
    static RunStart now(List<String> commandLine) {
        return new RunStart(commandLine, Instant.now(), System.nanoTime(), Environment.current());
    }

    /** The run until now, without secrets. */
    RunInfo untilNow() {
        return new RunInfo(Secrets.masked(commandLine), at, (System.nanoTime() - nanos) / 1e9, environment);
    }
}
