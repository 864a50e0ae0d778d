package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cli.StopSignal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C ends a run at the next suitable point, with the measurements made so far. */
@Tag("live")
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
                        "dev.squeeze.Squeeze",
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
        assertThat(Files.readString(out)).contains("The run was interrupted", "Batches of 64 KiB", "lz4");
        assertThat(results).isDirectoryContaining(path -> path.equals(json));
        assertThat(results.toFile().list()).hasSize(1);
        assertThat(temporary).isEmptyDirectory();
    }

    private static void interruptOnceSpeedsAreTaken(Process child, BufferedReader lines, StringBuilder progress)
            throws IOException, InterruptedException {
        boolean sent = false;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            progress.append(line).append('\n');
            if (!sent && line.startsWith("measuring speeds")) {
                sent = true;
                ControlC.to(child.pid());
            }
        }
        assertThat(sent).as(progress.toString()).isTrue();
    }

    @Test
    @Timeout(90)
    void withinASegmentLeavesWhatIsFinishedAndNothingHalfWritten() throws Exception {
        Path log = Files.createDirectories(folder.resolve("log/orders-0"));
        Segment.write(log.resolve("00000000000000000000.log"), 0, 50);
        Segment.write(log.resolve("00000000000000010000.log"), 10_000, 30_000);
        Path output = folder.resolve("rewritten");
        Path out = folder.resolve("out.json");
        Path err = folder.resolve("err.txt");
        Process child = new ProcessBuilder(ControlC.java(
                        "-Xmx512m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        "dev.squeeze.Squeeze",
                        "recompress",
                        log.toString(),
                        "--codec",
                        "zstd:22",
                        "--threads",
                        "1",
                        "--output",
                        output.toString(),
                        "--json"))
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        Path unfinished = output.resolve("orders-0/00000000000000010000.log.squeeze-unfinished");
        try {
            while (child.isAlive() && !(Files.exists(unfinished) && Files.size(unfinished) > 0)) {
                TimeUnit.MILLISECONDS.sleep(20);
            }
            assertThat(child.isAlive()).as(Files.readString(err)).isTrue();
            ControlC.to(child.pid());
            assertThat(child.waitFor(20, TimeUnit.SECONDS)).isTrue();
            assertThat(child.exitValue()).as(Files.readString(err)).isEqualTo(ExitCode.INTERRUPTED);
        } finally {
            child.destroyForcibly();
        }

        JsonNode document = ResultSchema.parse(Files.readString(out));
        assertThat(ResultSchema.faults(document)).isEmpty();
        assertThat(document.at("/report/interrupted").asBoolean()).isTrue();
        assertThat(document.at("/report/segments").asInt()).isEqualTo(1);
        assertThat(document.at("/report/segmentsFound").asInt()).isEqualTo(2);
        assertThat(document.at("/report/records").asInt()).isEqualTo(50 * Segment.RECORDS_IN_A_BATCH);
        assertThat(output.resolve("orders-0").toFile().list()).containsExactly("00000000000000000000.log");
        assertThat(log.toFile().list())
                .containsExactlyInAnyOrder("00000000000000000000.log", "00000000000000010000.log");
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
