package dev.squeeze.feature.recompress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.ControlC;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code squeeze recompress} in a separate JVM, which can be paused, killed, or denied disk space. */
final class RecompressChild implements AutoCloseable {
    private static final long TIMEOUT_SECONDS = 120;

    private final Process process;
    private final Path err;

    private RecompressChild(Process process, Path err) {
        this.process = process;
        this.err = err;
    }

    static RecompressChild start(Path folder, String... args) throws IOException {
        return start(folder, List.of(), args);
    }

    /** Starts it with a file size limit, at which writes fail as on a full disk. */
    static RecompressChild startWithRoomFor(long kibibytes, Path folder, String... args) throws IOException {
        return start(folder, List.of("/bin/sh", "-c", "ulimit -f " + 2 * kibibytes + "; exec \"$@\"", "sh"), args);
    }

    private static RecompressChild start(Path folder, List<String> before, String... args) throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(ControlC.java(
                "-Xmx512m", "-cp", System.getProperty("java.class.path"), "dev.squeeze.Squeeze", "recompress"));
        command.addAll(List.of(args));
        Path err = Files.createTempFile(folder, "child", ".err");
        return new RecompressChild(
                new ProcessBuilder(command)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .redirectError(err.toFile())
                        .start(),
                err);
    }

    /** Waits until it has started to write a segment somewhere below a folder, and pauses it there. */
    RecompressChild holdWhileWriting(Path below) throws IOException, InterruptedException {
        awaitFile(below, "0.log.squeeze-unfinished");
        signal("-STOP");
        return this;
    }

    void awaitFile(Path below, String suffix) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (files(below).stream().noneMatch(name -> name.endsWith(suffix))) {
            assertThat(process.isAlive()).as(Files.readString(err)).isTrue();
            assertThat(System.nanoTime()).as("it gets there in time").isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    static List<String> files(Path below) throws IOException {
        if (!Files.isDirectory(below)) {
            return List.of();
        }
        try (Stream<Path> files = Files.walk(below)) {
            return files.filter(Files::isRegularFile)
                    .map(file -> below.relativize(file).toString())
                    .sorted()
                    .toList();
        } catch (java.io.UncheckedIOException e) {
            // A file was deleted in the meantime.
            return List.of();
        }
    }

    void goOn() throws IOException, InterruptedException {
        signal("-CONT");
    }

    private void signal(String signal) throws IOException, InterruptedException {
        assertThat(new ProcessBuilder("/bin/kill", signal, Long.toString(process.pid()))
                        .start()
                        .waitFor())
                .isZero();
    }

    /** Kills it like kill -9. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
    }

    /** Waits for its end and returns its output on stderr. */
    String end(int code) throws IOException, InterruptedException {
        assertThat(process.waitFor(TIMEOUT_SECONDS, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(err);
        assertThat(process.exitValue()).as(said).isEqualTo(code);
        return said;
    }

    @Override
    public void close() {
        process.destroyForcibly().onExit().join();
    }
}
