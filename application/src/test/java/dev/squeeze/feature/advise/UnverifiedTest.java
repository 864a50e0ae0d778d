package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.kit.cli.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A live run that cannot start does not discard what was measured before. */
@Tag("live")
class UnverifiedTest {
    @Test
    void theAdviceIsWrittenBeforeTheError(@TempDir Path folder) throws IOException {
        Path output = folder.resolve("advice.json");

        Invocation run = Invocation.of(
                "advise",
                Records.write(folder, "events.jsonl", Records.jsonLines(3_000, "u")),
                "--bootstrap-server",
                "localhost:1",
                "--verify",
                "--codecs",
                "zstd:1",
                "--rate",
                "2000",
                "--budget",
                "500ms",
                "--output",
                output.toString());

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("no connection to localhost:1");
        assertThat(run.out()).contains("latency ms");
        assertThat(Files.readString(output)).contains("\"recommendation\"").doesNotContain("\"verification\"");
    }
}
