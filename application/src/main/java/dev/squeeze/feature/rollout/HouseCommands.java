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

/** Runs the commands that a user would, by their words, and keeps these for the result. */
final class HouseCommands {
    private final Application application;
    private final Terminal terminal;
    private final List<String> done = new ArrayList<>();

    HouseCommands(Application application, Terminal terminal) {
        this.application = application;
        this.terminal = terminal;
    }

    /** All that were run, as a user would write them. */
    List<String> done() {
        return List.copyOf(done);
    }

    /**
     * Runs one to its end.
     *
     * @param mayMiss whether a missed threshold is a result like another
     * @throws FailedException where it failed, with what it said
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

    /** Runs one in the background, whose progress nobody follows; it ends when it is stopped. */
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

    /** A command that goes on. */
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

        /** @throws FailedException where it has ended by itself */
        void requireGoingOn() {
            if (!thread.isAlive()) {
                throw failed();
            }
        }

        private FailedException failed() {
            return new FailedException(
                    "squeeze " + name + " ended: " + written.complaint().orElse("with exit code " + code));
        }

        /** Ends it, and waits until it has. */
        void end() {
            stop();
            if (code != ExitCode.DONE) {
                throw failed();
            }
        }

        /** The same, whatever came of it. */
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
