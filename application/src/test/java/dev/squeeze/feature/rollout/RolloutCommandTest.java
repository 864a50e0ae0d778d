package dev.squeeze.feature.rollout;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A rehearsal that takes a minute, with few topics. */
class RolloutCommandTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    @Tag("live")
    @Timeout(240)
    void mistakesOnPurposeAreNamedAndWhatWasPromisedIsMeasured() throws Exception {
        Path kept = folder.resolve("kept");
        Path json = folder.resolve("rollout.json");

        Invocation run = Invocation.of(
                "run",
                "rollout",
                "--topics",
                "6",
                "--scale",
                "0.15",
                "--folder",
                kept.toString(),
                "--output",
                json.toString());
        JsonNode document = ResultSchema.parse(Files.readString(json));

        // In such a short time savings may differ from the plan's: exit code 3.
        assertThat(run.code()).as(run.err()).isIn(ExitCode.DONE, ExitCode.THRESHOLD_MISSED);
        assertThat(ResultSchema.faults(document)).isEmpty();
        assertThat(document.get("mistakes"))
                .isNotEmpty()
                .allSatisfy(mistake ->
                        assertThat(mistake.has("found")).as("%s", mistake).isTrue())
                .extracting(mistake -> mistake.get("kind").asText())
                .contains("broker-recompresses");
        assertThat(document.get("changes")).isNotEmpty().allSatisfy(change -> assertThat(change.has("promised"))
                .isTrue());
        assertThat(document.has("total")).isTrue();
        assertThat(kept.resolve("plan.json")).exists();
        assertThat(kept.resolve("tickets")).isNotEmptyDirectory();
    }

    @Test
    void aFolderWithSomethingInItIsNotTaken() throws Exception {
        Files.writeString(folder.resolve("mine.txt"), "mine");

        Invocation run = Invocation.of("run", "rollout", "--folder", folder.toString());

        assertThat(run.code()).isEqualTo(ExitCode.USAGE);
        assertThat(run.err()).contains("is not empty: give a new folder");
    }

    @Test
    void itIsListedWithTheOtherExperiments() {
        assertThat(Invocation.of("run", "--list").out()).contains("rollout").contains("Rehearse a rollout end to end");
    }
}
