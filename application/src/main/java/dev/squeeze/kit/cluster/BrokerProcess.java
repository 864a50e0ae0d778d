package dev.squeeze.kit.cluster;

import dev.squeeze.kit.environment.DaemonThreads;
import dev.squeeze.kit.environment.child.ChildRequest;
import dev.squeeze.kit.environment.child.RequestPipe;
import dev.squeeze.kit.kafka.broker.BrokerMain;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The JVM of a broker, as seen from the parent process. */
final class BrokerProcess {
    private static final String CONSOLE_FILE = "console.log";
    private static final String DISK_FULL = "No space left on device";
    private static final int KILLED = 128 + 9;
    private static final int OUT_OF_MEMORY = 3;
    private static final String MEMORY_ADVICE = "; change its heap with --broker-heap, or start fewer --brokers";

    private final int node;
    private final Path folder;
    private final String elsewhere;
    private final Process process;
    private final RequestPipe pipe;
    private final Thread reader;
    private volatile boolean ready;
    private volatile @Nullable String failure;

    private BrokerProcess(int node, Path folder, String elsewhere, Process process) {
        this.node = node;
        this.folder = folder;
        this.elsewhere = elsewhere;
        this.process = process;
        this.pipe = new RequestPipe(process.getOutputStream());
        this.reader = DaemonThreads.start(this::listen, "squeeze-broker-" + node + "-listener");
    }

    /** @param elsewhere how to use another data folder, as the end of a sentence */
    static BrokerProcess start(int node, Path folder, String elsewhere, List<String> command) {
        File console = folder.resolve(CONSOLE_FILE).toFile();
        try {
            Process process = new ProcessBuilder(command)
                    .directory(folder.toFile())
                    .redirectError(console)
                    .start();
            return new BrokerProcess(node, folder, elsewhere, process);
        } catch (IOException e) {
            throw new ClusterException("broker " + node + " could not be started: " + e.getMessage(), e);
        }
    }

    private void listen() {
        try (BufferedReader lines =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                if (line.equals(BrokerMain.READY)) {
                    ready = true;
                } else if (line.startsWith(BrokerMain.FAILED)) {
                    failure = line.substring(BrokerMain.FAILED.length());
                } else {
                    pipe.accept(line);
                }
            }
        } catch (IOException e) {
            // The process has ended, which is handled elsewhere.
        }
        pipe.outputEnded();
    }

    boolean isReady() {
        return ready;
    }

    /** Whether it will never be ready: it has ended, or has reported a failure and waits to be released. */
    boolean hasFailed() {
        return failure != null || !process.isAlive();
    }

    /** Waits for the process to end, whether or not it has become ready. */
    boolean waitForEnd(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    CompletableFuture<BrokerProcess> onExit() {
        return process.onExit().thenApply(ended -> this);
    }

    long pid() {
        return process.pid();
    }

    int node() {
        return node;
    }

    Path logFile() {
        return folder.resolve(BrokerMain.LOG_FILE);
    }

    /** Whether it failed because an address to listen on is already in use. */
    boolean failedToBind() {
        String said = failure;
        return said != null && said.contains("Address already in use");
    }

    /** See {@link RequestPipe#ask}. */
    CompletableFuture<String> ask(ChildRequest request, String argument) {
        return pipe.ask(request, argument);
    }

    /** Why the pipe to this process broke: usually because it has ended, which may take a moment to be noticed. */
    ClusterException deathWithin(long millis) {
        try {
            if (waitForEnd(millis)) {
                return death();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return new ClusterException(
                "broker " + node + " no longer responds: start the cluster again", LogTail.of(logFile()));
    }

    /** Why this process has ended or {@link #hasFailed}. */
    ClusterException death() {
        if (failure == null) {
            joinReader();
        }
        String said = failure;
        List<String> log = LogTail.of(logFile());
        String what = "broker " + node + (ready ? " died" : " did not start");
        if (said != null) {
            boolean memory = said.contains("OutOfMemoryError");
            return new ClusterException(
                    what + ": " + said + (memory ? MEMORY_ADVICE : ""), memory || isPlain(said) ? List.of() : log);
        }
        if (LogTail.mentions(logFile(), DISK_FULL)) {
            return new ClusterException(
                    what + ": no space is left for " + folder + "; free some, or " + elsewhere, log);
        }
        return processEnd(what, log);
    }

    private ClusterException processEnd(String what, List<String> log) {
        List<String> console = LogTail.of(folder.resolve(CONSOLE_FILE));
        int code = process.exitValue();
        String vm = console.stream()
                .filter(line ->
                        line.contains("Error:") || line.contains("error") || line.contains("Terminating due to"))
                .reduce((first, last) -> first.contains("Error occurred") ? last : first)
                .orElse("");
        if (code == OUT_OF_MEMORY || vm.contains("OutOfMemory") || vm.contains("memory") || vm.contains("heap")) {
            return new ClusterException(
                    what + ": " + (vm.isEmpty() ? "out of memory" : vm.strip()) + MEMORY_ADVICE,
                    ready ? log : List.of());
        }
        String ended = code == KILLED
                ? " by signal 9: somebody killed it, or the system was out of memory"
                : " with exit code " + code;
        return new ClusterException(what + ": its process ended" + ended, log.isEmpty() ? console : log);
    }

    /** Problems that a user can fix without reading a log. */
    private static boolean isPlain(String said) {
        return said.contains("Address already in use") || said.contains(DISK_FULL);
    }

    private void joinReader() {
        try {
            reader.join(1_000);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Makes the broker end. */
    void release() {
        pipe.close();
    }

    /** @return whether it ended by itself with exit code 0 */
    boolean awaitEnd(long deadlineNanos) {
        boolean ended = false;
        try {
            ended = process.waitFor(Math.max(0, deadlineNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (!ended) {
            kill();
            return false;
        }
        return process.exitValue() == 0;
    }

    private void kill() {
        process.destroyForcibly();
        boolean interrupted = Thread.interrupted();
        try {
            process.waitFor(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
