package dev.squeeze.feature.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.ControlC;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Workers for a test: in this process through the real entry point, or in processes that can be killed and suspended. */
public final class Workers implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 30;

    private final List<LiveRun> runs = new ArrayList<>();
    private final List<Process> processes = new ArrayList<>();

    /** Starts workers in this process and waits until they are ready for work. */
    public Workers start(int number, String address, String group, String... more) throws Exception {
        for (int i = 0; i < number; i++) {
            List<String> words = new ArrayList<>(List.of("worker", "--bootstrap-server", address, "--group", group));
            words.addAll(List.of(more));
            LiveRun run = LiveRun.start(words);
            run.awaitProgress("waits for work in group " + group);
            runs.add(run);
        }
        return this;
    }

    /** Starts a worker in a separate process and waits until it is ready for work. */
    public Process startProcess(Path folder, String address, String group, String... more) throws Exception {
        List<String> words = new ArrayList<>(List.of("worker", "--bootstrap-server", address, "--group", group));
        words.addAll(List.of(more));
        return startCommand(folder, words, "waits for work");
    }

    /** Starts any command in a separate process and waits until it has printed a text. */
    public Process startCommand(Path folder, List<String> command, String awaited) throws Exception {
        Path said = folder.resolve("process-" + processes.size() + ".txt");
        List<String> words = new ArrayList<>(
                List.of("-Xmx256m", "-cp", System.getProperty("java.class.path"), "dev.squeeze.Squeeze"));
        words.addAll(command);
        Process process = new ProcessBuilder(ControlC.java(words.toArray(String[]::new)))
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        processes.add(process);
        await(said, awaited);
        return process;
    }

    /** Waits until each worker in this process has printed a text. */
    public void awaitAll(String said) throws InterruptedException {
        for (LiveRun run : runs) {
            run.awaitProgress(said);
        }
    }

    private static void await(Path file, String words) throws IOException, InterruptedException {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (!Files.readString(file).contains(words) && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        assertThat(Files.readString(file)).contains(words);
    }

    public static void signal(Process process, String signal) throws Exception {
        Process kill = new ProcessBuilder("kill", signal, String.valueOf(process.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).isZero();
    }

    /** Ends the workers in this process, as Ctrl-C does; each must return exit code 0. */
    public List<Invocation> end() {
        runs.forEach(LiveRun::interrupt);
        List<Invocation> ended = runs.stream().map(LiveRun::end).toList();
        runs.clear();
        return ended;
    }

    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
        end();
    }
}
