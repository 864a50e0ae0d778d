package dev.squeeze.benchmarks.chaos;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/** A process of ours, whose output goes to a file. All running ones are tracked, so that none is left at the end. */
final class Child {
    private static final Set<Process> ALIVE = ConcurrentHashMap.newKeySet();
    private static final AtomicBoolean NO_MORE = new AtomicBoolean();
    private static final int MAX_MESSAGE_CHARS = 160;

    private final Process process;
    private final Path log;

    private Child(Process process, Path log) {
        this.process = process;
        this.log = log;
    }

    /** @param keepInputOpen for brokers, which end with their standard input; all others get an empty one */
    static Child start(List<String> command, Path folder, Path log, boolean keepInputOpen) {
        try {
            ProcessBuilder builder = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile());
            if (!keepInputOpen) {
                builder.redirectInput(new File("/dev/null"));
            }
            Map<String, String> environment = builder.environment();
            environment.putIfAbsent("MALLOC_ARENA_MAX", "2");
            synchronized (ALIVE) {
                if (NO_MORE.get()) {
                    throw new BrokenEpisodeException("the run is over");
                }
                Process process = builder.start();
                ALIVE.add(process);
                process.onExit().thenAccept(ALIVE::remove);
                return new Child(process, log);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot start " + command.get(0), e);
        }
    }

    /** Prevents further starts: threads of an interrupted episode may still try. */
    static void killForGood() {
        synchronized (ALIVE) {
            NO_MORE.set(true);
        }
        killAll();
    }

    static void killAll() {
        for (Process process : ALIVE) {
            process.destroyForcibly();
        }
        for (Process process : ALIVE) {
            try {
                process.waitFor(10, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    /** @param signal as named by kill: STOP, CONT, TERM, INT */
    void signal(String signal) {
        if (!process.isAlive()) {
            return;
        }
        try {
            new ProcessBuilder("kill", "-" + signal, String.valueOf(process.pid()))
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            // A stopped process must not stay stopped.
            process.destroyForcibly();
        }
    }

    /** Like kill -9; returns when the process is gone. */
    void kill() {
        process.destroyForcibly();
        awaitExit(20);
    }

    void closeInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException e) {
            // It is gone already.
        }
    }

    boolean awaitExit(long seconds) {
        boolean interrupted = Thread.interrupted();
        try {
            return process.waitFor(interrupted ? Math.min(seconds, 5) : seconds, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    Path log() {
        return log;
    }

    String said() {
        try {
            return new String(Files.readAllBytes(log), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    /** The last line that is a message of the program, for a figure or an evidence file. */
    String lastMessage() {
        String last = "";
        for (String line : said().split("[\r\n]+")) {
            if (line.startsWith("squeeze: ") || last.isEmpty() && !line.isBlank()) {
                last = line;
            }
        }
        return last.length() > MAX_MESSAGE_CHARS ? last.substring(0, MAX_MESSAGE_CHARS) + "..." : last;
    }
}
