package dev.squeeze.feature.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.ControlC;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A gateway in a separate process, for tests of signals and memory. */
final class GatewayChild implements AutoCloseable {
    private static final long END_SECONDS = 10;

    private final Process process;
    private final Path errors;
    private final URI address;

    private GatewayChild(Process process, Path errors, URI address) {
        this.process = process;
        this.errors = errors;
        this.address = address;
    }

    /**
     * Returns once it listens.
     *
     * @param errors file for its standard error
     * @param heap JVM option such as {@code -Xmx256m}
     */
    static GatewayChild start(Path errors, String heap, String brokers, String... more) throws IOException {
        List<String> words = new ArrayList<>(
                List.of(heap, "-cp", System.getProperty("java.class.path"), "dev.squeeze.Squeeze", "gateway"));
        words.addAll(List.of("--listen", "127.0.0.1:0", "--bootstrap-server", brokers));
        words.addAll(List.of(more));
        Process process = new ProcessBuilder(ControlC.java(words.toArray(String[]::new)))
                .redirectError(errors.toFile())
                .start();
        String line = process.inputReader().readLine();
        // There is no line if the process has ended.
        assertThat(line).as(Files.readString(errors)).isNotNull();
        return new GatewayChild(process, errors, URI.create(line));
    }

    URI resolve(String path) {
        return address.resolve(path);
    }

    String errors() throws IOException {
        return Files.readString(errors);
    }

    /** Sends SIGTERM; returns the exit code. */
    int terminate(long timeoutSeconds) throws InterruptedException {
        process.destroy();
        assertThat(process.waitFor(timeoutSeconds, TimeUnit.SECONDS)).isTrue();
        return process.exitValue();
    }

    @Override
    public void close() {
        process.destroyForcibly()
                .onExit()
                .orTimeout(END_SECONDS, TimeUnit.SECONDS)
                .join();
    }
}
