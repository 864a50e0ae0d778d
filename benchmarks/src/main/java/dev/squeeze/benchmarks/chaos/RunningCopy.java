package dev.squeeze.benchmarks.chaos;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The process that copies, restarted with the same command whenever it has ended. */
final class RunningCopy {
    /** Exit codes of a run that is done, or was ended by our signal. */
    private static final Set<Integer> STOPPED = Set.of(0, 128 + 2, 128 + 15);

    private final Episode episode;
    private final Figures figures;
    private final List<String> arguments;
    private final List<String> endings = new ArrayList<>();
    private int starts;
    private Optional<Child> current = Optional.empty();
    private boolean endExpected;

    /** @param to absent for a copy within the cluster */
    RunningCopy(Episode episode, String from, Optional<String> to, String source, String copy, List<String> more) {
        this.episode = episode;
        this.figures = episode.figures();
        this.arguments = new ArrayList<>(List.of(
                "copy",
                source,
                "--bootstrap-server",
                from,
                "--to-topic",
                copy,
                "--retry-timeout",
                "5m",
                "--threads",
                "1"));
        to.ifPresent(bootstrap -> arguments.addAll(List.of("--to-bootstrap-server", bootstrap)));
        arguments.addAll(more);
    }

    private Child launch(List<String> more) {
        List<String> all = new ArrayList<>(arguments);
        all.addAll(more);
        Path log = episode.folder().resolve("copy-" + ++starts + ".log");
        return Child.start(
                episode.workspace().distribution().squeeze(episode.folder(), all), episode.folder(), log, false);
    }

    synchronized void follow() {
        current = Optional.of(launch(List.of("--follow")));
        endExpected = false;
    }

    synchronized boolean isAlive() {
        return current.map(Child::isAlive).orElse(false);
    }

    /** Restarts it if it has ended. Ending by itself is worth a note. */
    synchronized void keepAlive() {
        if (isAlive()) {
            return;
        }
        current.filter(ended -> !endExpected).ifPresent(ended -> ending(ended));
        follow();
    }

    private void ending(Child ended) {
        String line = "exit code " + ended.exitCode() + ", " + ended.lastMessage();
        endings.add(line);
        figures.note("copy ended by itself with exit code " + ended.exitCode(), 1);
    }

    synchronized void kill() {
        endExpected = true;
        current.ifPresent(Child::kill);
    }

    synchronized void signal(String signal) {
        endExpected |= signal.equals("TERM") || signal.equals("INT");
        current.ifPresent(child -> child.signal(signal));
    }

    /** Starts a second process for the same job: one of the two has to give way. */
    void second(long secondsPaused) throws InterruptedException {
        Child first;
        Child second;
        synchronized (this) {
            if (!isAlive()) {
                return;
            }
            first = current.orElseThrow();
            first.signal("STOP");
            second = launch(List.of("--follow"));
        }
        try {
            Thread.sleep(secondsPaused * 1_000);
        } finally {
            first.signal("CONT");
        }
        KafkaSide.await(20, () -> !first.isAlive() || !second.isAlive());
        synchronized (this) {
            if (second.isAlive()) {
                figures.note("two copies of one job: the second went on", 1);
                current = Optional.of(second);
                first.kill();
            } else {
                figures.note("two copies of one job: the first went on", 1);
            }
            endExpected = false;
        }
    }

    /** Waits for it to end by itself. */
    boolean awaitOwnEnd(long seconds) {
        Child running = current.orElseThrow();
        boolean ended = running.awaitExit(seconds);
        if (ended) {
            ending(running);
        }
        return ended;
    }

    /** Ends it as Ctrl-C does, and waits. @return whether it ended without a problem */
    boolean end() {
        Child running = current.orElseThrow();
        if (running.isAlive()) {
            running.signal("TERM");
            if (!running.awaitExit(90)) {
                figures.unexplained("copy did not end within 90 s of SIGTERM", 1);
                running.kill();
            }
        }
        boolean well = STOPPED.contains(running.exitCode());
        if (!well) {
            endings.add("exit code " + running.exitCode() + ", " + running.lastMessage());
        }
        return well;
    }

    /** Runs once to the end of the source. @return whether it reported that everything is done */
    boolean catchUp() {
        Child last = launch(List.of());
        if (!last.awaitExit(400)) {
            last.kill();
            endings.add("did not end within 400 s");
            return false;
        }
        if (last.exitCode() != 0) {
            endings.add("exit code " + last.exitCode() + ", " + last.lastMessage());
        }
        return last.exitCode() == 0;
    }

    /** How the unsuccessful runs ended, in order. */
    List<String> endings() {
        return List.copyOf(endings);
    }
}
