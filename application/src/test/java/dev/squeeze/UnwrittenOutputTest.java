package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.environment.child.ChildJvm;
import java.io.BufferedReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A result that could not be written is an error, and the reason is reported. */
@Tag("live")
@Timeout(90)
class UnwrittenOutputTest {
    private static final Path FULL = Path.of("/dev/full");
    private static final String NO_ROOM = "No space left on device";

    @TempDir
    @SuppressWarnings("NullAway.Init")
    static Path folder;

    static List<List<String>> commands() {
        return List.of(
                List.of("--help"),
                List.of("--version"),
                List.of("help"),
                List.of("completion"),
                List.of("sources"),
                List.of("doctor", "--list"),
                List.of("run", "--list"),
                List.of("inspect", "--help"),
                List.of("inspect", "SEGMENT"),
                List.of("inspect", "SEGMENT", "--json"),
                List.of("measure", "sample:access-log", "--codecs", "lz4", "--budget", "500ms"),
                List.of("measure", "sample:access-log", "--codecs", "lz4", "--budget", "500ms", "--json"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aFullDiskUnderStandardOutputFailsWithTheReason(List<String> words) {
        StringWriter err = new StringWriter();

        int code = run(words, new FailingStream(NO_ROOM), err);

        assertThat(code).as(err.toString()).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString().lines().filter(line -> line.startsWith("squeeze: ")))
                .hasSize(1)
                .allSatisfy(line -> assertThat(line).contains("standard output", NO_ROOM));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void aReaderThatWentAwayIsNoMessageAndAConventionalCode(List<String> words) {
        StringWriter err = new StringWriter();

        int code = run(words, new FailingStream("Broken pipe"), err);

        assertThat(err.toString()).doesNotContain("squeeze: ");
        assertThat(code).isEqualTo(ExitCode.READER_GONE);
    }

    @Test
    void aWriterThatHidesTheReasonFailsToo() {
        StringWriter err = new StringWriter();
        PrintWriter deaf = new PrintWriter(new FailingStream(NO_ROOM), false, StandardCharsets.UTF_8);

        int code = Squeeze.run(
                new String[] {"sources"}, deaf, new PrintWriter(err), new ByteArrayInputStream(new byte[0]));

        assertThat(code).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString()).contains("squeeze: ", "standard output");
    }

    @Test
    void filesAreWrittenAllTheSame() throws IOException {
        Path json = folder.resolve("kept.json");

        run(List.of("inspect", "SEGMENT", "--output", json.toString()), new FailingStream(NO_ROOM), new StringWriter());

        assertThat(Files.readString(json)).endsWith("}\n");
    }

    @Test
    void theRealStandardOutputOfAProcessIsWatched() throws Exception {
        assumeTrue(Files.exists(FULL), "no " + FULL);
        Path err = folder.resolve("err.txt");
        Process child = new ProcessBuilder(java("sources"))
                .redirectOutput(FULL.toFile())
                .redirectError(err.toFile())
                .start();

        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(err)).contains("squeeze: ", NO_ROOM);
        assertThat(child.exitValue()).isEqualTo(ExitCode.FAILED);
    }

    @Test
    void aPipeThatItsReaderClosesIsQuiet() throws Exception {
        Path err = folder.resolve("pipe.txt");
        Process child = new ProcessBuilder(java("completion"))
                .redirectError(err.toFile())
                .start();
        try (BufferedReader reader = child.inputReader()) {
            reader.read();
        }

        assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
        assertThat(Files.readString(err)).isEmpty();
        assertThat(child.exitValue()).isIn(ExitCode.DONE, ExitCode.READER_GONE);
    }

    private static List<String> java(String... words) {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx256m"));
        command.addAll(ChildJvm.moreOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "dev.squeeze.Squeeze"));
        command.addAll(List.of(words));
        return command;
    }

    private static int run(List<String> words, OutputStream out, Writer err) {
        String[] args = words.stream()
                .map(word -> word.equals("SEGMENT") ? "segment:" + folder : word)
                .toArray(String[]::new);
        return Squeeze.run(
                args,
                new java.io.OutputStreamWriter(out, StandardCharsets.UTF_8),
                err,
                new ByteArrayInputStream(new byte[0]));
    }

    @BeforeAll
    static void writeSegment() throws IOException {
        Segment.write(folder.resolve("00000000000000000000.log"), 0, 20);
    }

    /** A file on a full disk. */
    private static final class FailingStream extends OutputStream {
        private final String reason;

        FailingStream(String reason) {
            this.reason = reason;
        }

        @Override
        public void write(int b) throws IOException {
            throw new IOException(reason);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            throw new IOException(reason);
        }
    }
}
