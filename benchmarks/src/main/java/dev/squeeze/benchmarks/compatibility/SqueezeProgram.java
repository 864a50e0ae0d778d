package dev.squeeze.benchmarks.compatibility;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** The command line as users start it. Each instance belongs to one broker's folder, where its output is kept. */
final class SqueezeProgram {
    private static final long TIMEOUT_SECONDS = 90;
    private static final String HEAP = "512m";
    /** How the program reports that the broker lacks something. */
    private static final Pattern SAYS_WHAT_LACKS = Pattern.compile(
            "does not support|is too old|are too old|does not know|not supported", Pattern.CASE_INSENSITIVE);

    private final Path program;
    private final Path folder;
    private int runs;

    SqueezeProgram(Path program, Path folder) {
        this.program = program;
        this.folder = folder;
    }

    /**
     * Result of a run.
     *
     * @param code exit code, or -1 on timeout
     * @param out the result
     * @param err progress and errors
     */
    record Run(int code, String out, String err) {
        /** Why it failed, by its own message. */
        Outcome failure() {
            String why = err.lines()
                    .filter(line -> line.startsWith("squeeze: "))
                    .reduce((first, last) -> last)
                    .map(line -> line.substring("squeeze: ".length()))
                    .orElseGet(() -> code < 0
                            ? "took longer than " + TIMEOUT_SECONDS + " s"
                            : "exit code " + code + ": " + err.lines().reduce("", (first, last) -> last));
            return new Outcome(
                    SAYS_WHAT_LACKS.matcher(why).find() ? Outcome.Verdict.REFUSED : Outcome.Verdict.FAILS, why);
        }
    }

    /** Runs a command to its end. */
    Run run(String... arguments) throws IOException, InterruptedException {
        Started started = start(arguments);
        return started.end(TIMEOUT_SECONDS);
    }

    /** Starts a command that runs until it is stopped. */
    Started start(String... arguments) throws IOException {
        Files.createDirectories(folder);
        runs++;
        Path out = folder.resolve(String.format("%02d-%s.out", runs, arguments[0]));
        Path err = folder.resolve(String.format("%02d-%s.err", runs, arguments[0]));
        List<String> command = new ArrayList<>(List.of(program.toString()));
        command.addAll(List.of(arguments));
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile());
        builder.environment().put("SQUEEZE_HEAP", HEAP);
        return new Started(builder.start(), out, err);
    }

    /** A running command. */
    record Started(Process process, Path out, Path err) {
        private static final long PAUSE_MILLIS = 50;

        /** Waits until its output is sufficient. @return its output, which may be insufficient */
        String awaitOut(Predicate<String> enough) throws IOException, InterruptedException {
            long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
            while (process.isAlive() && System.nanoTime() < deadlineNanos) {
                String printed = Files.readString(out, StandardCharsets.UTF_8);
                if (enough.test(printed)) {
                    return printed;
                }
                TimeUnit.MILLISECONDS.sleep(PAUSE_MILLIS);
            }
            return Files.readString(out, StandardCharsets.UTF_8);
        }

        Run end(long timeoutSeconds) throws IOException, InterruptedException {
            try {
                boolean ended = process.waitFor(timeoutSeconds, TimeUnit.SECONDS);
                if (!ended) {
                    process.destroyForcibly().waitFor();
                }
                return new Run(
                        ended ? process.exitValue() : -1,
                        Files.readString(out, StandardCharsets.UTF_8),
                        Files.readString(err, StandardCharsets.UTF_8));
            } finally {
                process.destroyForcibly();
            }
        }
    }
}
