package dev.squeeze.feature.rollout;

import dev.squeeze.kit.cli.Application;
import dev.squeeze.kit.cli.CapturedOutput;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.cli.StopSignal;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.environment.DaemonThreads;
import java.io.InputStream;
import java.io.Writer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import picocli.CommandLine;

/** Runs commands as a user would, from their command lines, and records these for the result. */
final class HouseCommands {
    private final Application application;
    private final Terminal terminal;
    private final List<String> done = new ArrayList<>();

    HouseCommands(Application application, Terminal terminal) {
        this.application = application;
        this.terminal = terminal;
    }

    /** All command lines that were run, as a user would write them. */
    List<String> done() {
        return List.copyOf(done);
    }

    /**
     * Runs a command to its end.
     *
     * @param mayMiss whether exit code 3 (threshold missed) is acceptable
     * @throws FailedException if it failed, with its error message
     */
    void run(boolean mayMiss, String... words) {
        CapturedOutput written = new CapturedOutput(terminal.err());
        int code = execute(written, terminal.stop(), words);
        if (code == ExitCode.INTERRUPTED || terminal.stop().isRequested()) {
            throw new StoppedException("interrupted in squeeze " + words[0]);
        }
        if (code != ExitCode.DONE && !(mayMiss && code == ExitCode.THRESHOLD_MISSED)) {
            throw new FailedException("squeeze " + words[0] + " failed: "
                    + written.complaint().orElse("it ended with exit code " + code));
        }
    }

    /** Starts a command in the background, without progress output; it runs until stopped. */
    Background start(String... words) {
        return new Background(words);
    }

    private int execute(CapturedOutput written, StopSignal stop, String... words) {
        List<String> line = new ArrayList<>(List.of("squeeze"));
        line.addAll(Arrays.asList(words));
        synchronized (done) {
            done.add(String.join(" ", line));
        }
        CommandLine squeeze = application.commandLine(line, written.terminal(terminal, line, stop));
        squeeze.setExpandAtFiles(false);
        return squeeze.execute(words);
    }

    /** A command that runs in the background. */
    final class Background {
        private final StopSignal stop = new StopSignal();
        private final CapturedOutput written = new CapturedOutput(Terminal.of(
                        List.of(), Writer.nullWriter(), Writer.nullWriter(), InputStream.nullInputStream(), false, stop)
                .err());
        private final String name;
        private final Thread thread;
        private volatile int code;

        Background(String... words) {
            this.name = words[0];
            this.thread = DaemonThreads.start(() -> code = execute(written, stop, words), "squeeze " + name);
        }

        /** @throws FailedException if it has ended by itself */
        void requireGoingOn() {
            if (!thread.isAlive()) {
                throw failed();
            }
        }

        private FailedException failed() {
            return new FailedException(
                    "squeeze " + name + " ended: " + written.complaint().orElse("with exit code " + code));
        }

        /** Stops it and waits for its end; throws if it failed. */
        void end() {
            stop();
            if (code != ExitCode.DONE) {
                throw failed();
            }
        }

        /** Stops it and waits for its end, no matter how it ends. */
        void stop() {
            stop.request();
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
