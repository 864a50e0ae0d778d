package dev.squeeze.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.report.ResultSchema;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C ends a run at the next good place, with what was measured until then. */
class InterruptTest {

    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    @Timeout(90)
    void whileSpeedsAreTakenPrintsThePartialResultAndLeavesNoFileButTheOutput() throws Exception {
        Path temporary = Files.createDirectory(folder.resolve("tmp"));
        Path results = Files.createDirectory(folder.resolve("results"));
        Path json = results.resolve("x.json");
        Path out = folder.resolve("out.txt");
        Process child = new ProcessBuilder(ControlC.java(
                        "-Xmx512m",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.squeeze.cli.Squeeze",
                        "measure",
                        "sample:access-log",
                        "--codecs",
                        "lz4,zstd:1",
                        "--batch-bytes",
                        "4KiB,64KiB",
                        "--budget",
                        "60s",
                        "--output",
                        json.toString()))
                .redirectOutput(out.toFile())
                .start();
        try {
            StringBuilder progress = new StringBuilder();
            try (BufferedReader lines = child.errorReader()) {
                interruptOnceSpeedsAreTaken(child, lines, progress);
            }
            assertThat(child.waitFor(60, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).as(progress.toString()).isEqualTo(ExitCode.INTERRUPTED);
        } finally {
            child.destroyForcibly();
        }

        JsonNode document = ResultSchema.parse(Files.readString(json));
        assertThat(ResultSchema.faults(document)).isEmpty();
        assertThat(document.at("/sweep/interrupted").asBoolean()).isTrue();
        assertThat(document.at("/sweep/measurements")).hasSize(6);
        assertThat(Files.readString(out)).contains("The run was interrupted", "Batches of 64 KiB", "lz4:9");
        assertThat(results).isDirectoryContaining(path -> path.equals(json));
        assertThat(results.toFile().list()).hasSize(1);
        assertThat(temporary).isEmptyDirectory();
    }

    private static void interruptOnceSpeedsAreTaken(Process child, BufferedReader lines, StringBuilder progress)
            throws IOException, InterruptedException {
        boolean sent = false;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            progress.append(line).append('\n');
            if (!sent && line.startsWith("taking speeds")) {
                sent = true;
                ControlC.to(child.pid());
            }
        }
        assertThat(sent).as(progress.toString()).isTrue();
    }

    @Test
    void beforeAnythingIsMeasuredSaysSoAndWritesNothing() {
        Path json = folder.resolve("x.json");
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        StopSignal stop = new StopSignal();
        stop.request();

        int code = Squeeze.run(
                new String[] {"measure", "sample:access-log", "--output", json.toString()},
                new PrintWriter(out),
                new PrintWriter(err),
                java.io.InputStream.nullInputStream(),
                false,
                stop);

        assertThat(new Invocation(code, out.toString(), err.toString()).complaints())
                .containsExactly("squeeze: interrupted while reading, before anything was measured");
        assertThat(code).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(out.toString()).isEmpty();
        assertThat(json).doesNotExist();
    }
}
