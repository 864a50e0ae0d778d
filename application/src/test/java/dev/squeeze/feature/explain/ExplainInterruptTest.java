package dev.squeeze.feature.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C keeps the results up to that point. */
@Tag("slow")
class ExplainInterruptTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void interruptedItShowsWhatItHasAndSaysSo() throws Exception {
        String file =
                Records.write(folder, "events.jsonl", KnownDocuments.text().repeat(10));
        LiveRun run = LiveRun.start(List.of(
                        "explain",
                        file,
                        "--budget",
                        "120s",
                        "--rate",
                        "5MiB/s",
                        "--current",
                        "compression.type=gzip,compression.gzip.level=9"))
                .awaitProgress("taking out fields");
        TimeUnit.SECONDS.sleep(2);
        run.interrupt();

        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ended.out())
                .contains("costs the most", "Interrupted: this is based on the measurements up to that point.");
    }

    @Test
    void interruptedBeforeCostsAreMeasuredItShowsWhatItRead() throws Exception {
        String file =
                Records.write(folder, "events.jsonl", KnownDocuments.text().repeat(10));
        Path left = folder.resolve("left.json");
        LiveRun run = LiveRun.start(List.of(
                        "explain",
                        file,
                        "--rate",
                        "5MiB/s",
                        "--current",
                        "compression.type=gzip,compression.gzip.level=9",
                        "--output",
                        left.toString()))
                .awaitProgress("forming batches");
        run.interrupt();

        Invocation ended = run.end();

        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ended.out())
                .contains(
                        "Interrupted before costs were measured: only uncompressed sizes are known.",
                        "constant",
                        "uuid")
                .doesNotContain("stored");
        JsonNode document = new ObjectMapper().readTree(left.toFile());
        assertThat(document.get("kind").asText()).isEqualTo("explain-unmeasured");
        assertThat(document.get("recordsSeen").asLong())
                .isBetween(1L, document.get("source").get("records").asLong());
        JsonNode constant = KnownDocuments.costOf(document.get("fields"), "constant");
        assertThat(constant.get("kind").asText()).isEqualTo("constant");
        // Name, value and separators.
        assertThat(constant.get("rawBytesPerRecord").asDouble())
                .isEqualTo("\"constant\":\"marker-of-contents\",".length());
    }
}
