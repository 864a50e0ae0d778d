package dev.squeeze.feature.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
@Tag("slow")
class ReportCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void thePageOfADocumentIsThatOfTheRunItself() throws IOException {
        Path document = folder.resolve("result.json");
        Path ofRun = folder.resolve("run.html");
        Path ofDocument = folder.resolve("report.html");
        measure("--output", document.toString(), "--report", ofRun.toString());

        Invocation report = Invocation.of("report", document.toString(), "--output", ofDocument.toString());

        report.expectDone();
        assertThat(report.out()).isEmpty();
        assertThat(Files.readString(ofDocument)).isEqualTo(Files.readString(ofRun));
        assertThat(Files.readString(ofRun)).startsWith("<!DOCTYPE html>").contains("squeeze measure");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files).as("nothing is left over").hasSize(4);
        }
    }

    @Test
    void contentsOfRecordsAreNotInThePage() throws IOException {
        Path page = folder.resolve("run.html");

        measure("--report", page.toString());

        assertThat(Files.readString(page)).doesNotContain("Quetzalcoatl");
    }

    @Test
    void severalDocumentsMakeOnePage() throws IOException {
        Path document = folder.resolve("result.json");
        Path page = folder.resolve("report.html");
        measure("--output", document.toString());

        Invocation.of("report", document.toString(), document.toString(), "--output", page.toString())
                .expectDone();

        assertThat(Files.readString(page)).contains("B over A");
    }

    @Test
    void whatIsMissingOrWrongIsSaid() throws IOException {
        String page = folder.resolve("report.html").toString();
        Path cut = Files.writeString(folder.resolve("cut.json"), "{\"kind\": \"measure\", ");
        Invocation.of("report", "--output", page).expectRefusal(ExitCode.USAGE, "RESULT.json");
        Invocation.of("report", cut.toString()).expectRefusal(ExitCode.USAGE, "--output FILE.html");
        Invocation.of(
                        "report",
                        cut.toString(),
                        "--output",
                        folder.resolve("report.txt").toString())
                .expectRefusal(ExitCode.USAGE, "end in .html");
        Invocation.of("report", cut.toString(), "--output", page)
                .expectRefusal(ExitCode.USAGE, "cut.json", "is cut off at line 1");
        Invocation.of("report", folder.resolve("none.json").toString(), "--output", page)
                .expectRefusal(ExitCode.USAGE, "none.json cannot be read");
        assertThat(folder.resolve("report.html")).doesNotExist();
    }

    @Test
    void aPageThatCannotBeWrittenIsRefusedBeforeAnyWork() throws IOException {
        Path records = records();
        Invocation.of(
                        "measure",
                        records.toString(),
                        "--report",
                        folder.resolve("none/report.html").toString())
                .expectRefusal(ExitCode.USAGE, "--report", "there is no folder");
        Invocation.of(
                        "measure",
                        records.toString(),
                        "--report",
                        folder.resolve("report.pdf").toString())
                .expectRefusal(ExitCode.USAGE, "--report", "end in .html");
    }

    private void measure(String... more) throws IOException {
        Invocation.of(Stream.concat(
                                Stream.of(
                                        "measure",
                                        records().toString(),
                                        "--codecs",
                                        "lz4,zstd",
                                        "--batch-bytes",
                                        "1KiB,4KiB",
                                        "--budget",
                                        "2s"),
                                Stream.of(more))
                        .toArray(String[]::new))
                .expectDone();
    }

    private Path records() throws IOException {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 2_000; i++) {
            lines.append("{\"user\":\"Quetzalcoatl\",\"number\":")
                    .append(i * 7919 % 1000)
                    .append("}\n");
        }
        return Files.writeString(folder.resolve("records.jsonl"), lines);
    }
}
