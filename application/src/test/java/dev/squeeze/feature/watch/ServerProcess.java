package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;

/** A third-party server in a process of its own, which ends with the test. */
final class ServerProcess implements AutoCloseable {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);
    private static final long POLL_MILLIS = 200;
    private static final long SHUTDOWN_SECONDS = 10;

    private final Process process;
    private final Path log;

    private ServerProcess(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /**
     * @param log file for its output
     * @param environment variables in addition to those of this process
     */
    static ServerProcess start(Path log, Map<String, String> environment, List<String> words) throws IOException {
        ProcessBuilder builder =
                new ProcessBuilder(words).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        return new ServerProcess(builder.start(), log);
    }

    /** Its output so far. */
    String printed() throws IOException {
        return Files.readString(log);
    }

    /**
     * Waits for a condition that is met after some scrapes. Fails at once if the server has ended, as it does if it
     * rejects its configuration.
     *
     * @param seen what a failure shows in addition to the log
     */
    void await(String what, Callable<Boolean> holds, Callable<String> seen) throws Exception {
        long deadlineNanos = System.nanoTime() + TIMEOUT.toNanos();
        while (!holds.call()) {
            assertThat(process.isAlive())
                    .as("it ended instead of " + what + ": " + printed())
                    .isTrue();
            if (System.nanoTime() > deadlineNanos) {
                throw new AssertionError("no " + what + " within " + TIMEOUT + ": " + seen.call() + "\n" + printed());
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(SHUTDOWN_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor(SHUTDOWN_SECONDS, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }
}
