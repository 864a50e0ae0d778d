package dev.squeeze.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A program that runs until it is closed, and ends with this JVM. Its output goes to a file. */
public final class ChildProgram implements AutoCloseable {
    private static final long SHUTDOWN_TIMEOUT_SECONDS = 10;
    private static final int LOG_LINES_SHOWN = 15;

    private final Process process;
    private final Path log;
    private final Thread killer;

    private ChildProgram(Process process, Path log) {
        this.process = process;
        this.log = log;
        this.killer = new Thread(process::destroyForcibly);
        Runtime.getRuntime().addShutdownHook(killer);
    }

    /** @param log file for its output */
    public static ChildProgram start(List<String> command, Path log) throws IOException {
        Files.createDirectories(log.toAbsolutePath().getParent());
        return new ChildProgram(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(log.toFile())
                        .start(),
                log);
    }

    /**
     * Runs a program to its end.
     *
     * @throws IllegalStateException when it fails or exceeds the timeout, with the end of its output
     */
    public static void runToEnd(List<String> command, Path log, long timeoutSeconds)
            throws IOException, InterruptedException {
        try (ChildProgram program = start(command, log)) {
            if (!program.process.waitFor(timeoutSeconds, TimeUnit.SECONDS)) {
                throw new IllegalStateException(command.get(0) + " took longer than " + timeoutSeconds + " s: " + log);
            }
            if (program.process.exitValue() != 0) {
                throw new IllegalStateException(command.get(0) + " failed:\n" + program.endOfLog());
            }
        }
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Writes a line to its standard input. */
    public void tell(String line) throws IOException {
        process.getOutputStream().write((line + "\n").getBytes(StandardCharsets.UTF_8));
        process.getOutputStream().flush();
    }

    /** @return whether it ended by itself within that time */
    public boolean awaitEnd(long timeoutSeconds) throws InterruptedException {
        return process.waitFor(timeoutSeconds, TimeUnit.SECONDS);
    }

    /** The output so far. */
    public String printed() throws IOException {
        return Files.readString(log, StandardCharsets.UTF_8);
    }

    public String endOfLog() {
        try {
            List<String> lines = printed().lines().toList();
            return String.join("\n", lines.subList(Math.max(0, lines.size() - LOG_LINES_SHOWN), lines.size()));
        } catch (IOException e) {
            return log + " cannot be read: " + e;
        }
    }

    /** Ends it, forcibly if it does not end by itself. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(SHUTDOWN_TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
        Runtime.getRuntime().removeShutdownHook(killer);
    }
}
