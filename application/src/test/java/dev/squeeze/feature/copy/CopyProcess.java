package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.ControlC;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A copy in a separate process, which can be suspended as if its machine were. */
final class CopyProcess implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 60;

    private final Process process;
    private final Path output;

    private CopyProcess(Process process, Path output) {
        this.process = process;
        this.output = output;
    }

    /** @param output a file for its output */
    static CopyProcess start(Path output, String topic, String address, String... more) throws IOException {
        List<String> command = new ArrayList<>(ControlC.java(
                "-Xmx512m",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.squeeze.Squeeze",
                "copy",
                topic,
                "--bootstrap-server",
                address));
        command.addAll(List.of(more));
        return new CopyProcess(
                new ProcessBuilder(command)
                        .redirectErrorStream(true)
                        .redirectOutput(output.toFile())
                        .start(),
                output);
    }

    void suspend() throws Exception {
        signal("-STOP");
    }

    void resume() throws Exception {
        signal("-CONT");
    }

    /** Interrupts it like Ctrl-C. */
    void interrupt() throws Exception {
        signal("-INT");
    }

    private void signal(String signal) throws Exception {
        Process kill = new ProcessBuilder("kill", signal, String.valueOf(process.pid()))
                .inheritIO()
                .start();
        assertThat(kill.waitFor()).isZero();
    }

    /** Waits for its end and returns the exit code. */
    int code() throws Exception {
        assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS))
                .as(said())
                .isTrue();
        return process.exitValue();
    }

    String said() throws IOException {
        return Files.readString(output);
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
