package dev.squeeze;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** External programs that check files shipped with Squeeze, if installed: see CONTRIBUTING.md. */
public final class OnPath {
    private OnPath() {}

    /** What a program printed to both streams, and its exit code. */
    public record Ended(int code, String printed) {}

    /** The first of the programs that is on the PATH. */
    public static Optional<Path> program(String... names) {
        return Stream.of(names)
                .flatMap(name -> Stream.of(System.getenv("PATH").split(File.pathSeparator))
                        .map(directory -> Path.of(directory, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Runs a program to its end.
     *
     * @param folder working directory
     * @param input its standard input
     */
    public static Ended run(Path folder, String input, List<String> words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(words)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        process.outputWriter(StandardCharsets.UTF_8).append(input).close();
        String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), printed);
    }
}
