package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.squeeze.kit.cli.ExitCode;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RobustnessTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void runningOutOfMemoryIsOneLineWithTheRemedies() {
        assertThat(failingWith(new OutOfMemoryError("Java heap space")).complaints())
                .singleElement()
                .asString()
                .startsWith("squeeze: out of memory")
                .contains("--sample", "SQUEEZE_HEAP");
    }

    @Test
    void noRemedyIsAFlagThatTheCommandDoesNotHave() {
        StringWriter err = new StringWriter();
        Writer out = new Writer() {
            @Override
            public void write(char[] text, int offset, int length) {
                throw new OutOfMemoryError("Java heap space");
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };

        int code = Squeeze.run(new String[] {"prices"}, out, err, InputStream.nullInputStream());

        assertThat(code).isEqualTo(ExitCode.FAILED);
        assertThat(err.toString())
                .startsWith("squeeze: out of memory: give a larger heap with SQUEEZE_HEAP")
                .doesNotContain("--sample");
    }

    @Test
    void aNativeLibraryThatCannotBeLoadedIsOneLineWithTheRemedy() {
        assertThat(failingWith(new UnsatisfiedLinkError("no libexample")).complaints())
                .singleElement()
                .asString()
                .startsWith("squeeze: ")
                .contains("no libexample", "java.io.tmpdir");
    }

    @Test
    void anErrorThatNobodyExpectedIsOneLineToo() {
        assertThat(failingWith(new StackOverflowError()).complaints())
                .singleElement()
                .asString()
                .startsWith("squeeze: unexpected: java.lang.StackOverflowError")
                .contains("--verbose");
    }

    @Test
    void aBugIsNoMistakeOfTheUsers() {
        for (RuntimeException bug : List.of(
                new IllegalArgumentException("bound must be positive"), new IllegalStateException("already closed"))) {
            StringWriter err = new StringWriter();
            int code = Squeeze.run(new String[] {"prices"}, throwing(bug), err, InputStream.nullInputStream());

            assertThat(code).isEqualTo(ExitCode.FAILED);
            assertThat(err.toString())
                    .startsWith("squeeze: unexpected: " + bug)
                    .contains("--verbose")
                    .doesNotContain("--help");
        }
    }

    private static Writer throwing(RuntimeException bug) {
        return new Writer() {
            @Override
            public void write(char[] text, int offset, int length) {
                throw bug;
            }

            @Override
            public void flush() {}

            @Override
            public void close() {}
        };
    }

    private static Invocation failingWith(Error error) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        InputStream in = new InputStream() {
            @Override
            public int read() {
                throw error;
            }
        };
        int code = Squeeze.run(new String[] {"measure", "-"}, new PrintWriter(out), new PrintWriter(err), in);
        assertThat(code).isEqualTo(ExitCode.FAILED);
        assertThat(out.toString()).isEmpty();
        return new Invocation(code, out.toString(), err.toString());
    }

    @Test
    void aBudgetOfNothingIsRefusedBeforeReading() {
        for (String command : new String[] {"measure", "advise"}) {
            Invocation refused = Invocation.of(command, "sample:access-log", "--budget", "0s");

            refused.expectRefusal(ExitCode.USAGE, "--budget must be above 0, got 0s");
            assertThat(refused.err()).doesNotContain("reading");
        }
    }

    @Test
    void anOutputCanBeReadByWhoeverCanReadTheFilesBesideIt() throws Exception {
        assumeTrue(folder.getFileSystem().supportedFileAttributeViews().contains("posix"));
        Path beside = Files.createFile(folder.resolve("beside.txt"));
        Path output = folder.resolve("result.csv");
        String source = Records.write(folder, "a.txt", "a line\n".repeat(1_000));
        Invocation.of(
                        "measure",
                        source,
                        "--codecs",
                        "lz4",
                        "--batch-bytes",
                        "4KiB",
                        "--budget",
                        "100ms",
                        "--output",
                        output.toString())
                .expectDone();

        assertThat(Files.getPosixFilePermissions(output)).isEqualTo(Files.getPosixFilePermissions(beside));
    }
}
