package dev.squeeze.feature.advise;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.kit.format.CodecGrid;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("slow")
class NextCommandsTest {
    @TempDir
    @SuppressWarnings("NullAway.Init")
    Path folder;

    @Test
    void carryEveryFlagOfTheQuestionButThoseOfTheOutput() {
        String prices = Records.write(folder, "prices.yaml", "name: Ours\ncurrency: EUR\nper-usd: 0.9\n");
        List<String> question = List.of(
                "--partitions",
                "24",
                "--producers",
                "2",
                "--brokers",
                "4",
                "--zones",
                "2",
                "--retention",
                "36h",
                "--consumer-groups",
                "1",
                "--prices",
                prices,
                "--client",
                "java",
                "--rate",
                "500KiB/s",
                "--current",
                "compression.type=lz4,linger.ms=20");
        List<String> ofSample =
                List.of("--sample", "8MiB", "--seed", "7", "--key-field", "/user/id", "--budget", "500ms");
        List<String> line = new ArrayList<>(
                List.of("advise", Records.write(folder, "a b.jsonl", Records.jsonLines(2_000, "u")), "--json"));
        line.addAll(question);
        line.addAll(ofSample);
        line.addAll(List.of(
                "--codecs", "zstd:1", "--output", folder.resolve("x.csv").toString()));

        List<String> next = new ArrayList<>();
        for (JsonNode command : Invocation.of(line.toArray(String[]::new))
                .expectDone()
                .document()
                .path("next")) {
            next.add(command.asText());
        }

        assertThat(next)
                .filteredOn(command -> command.startsWith("squeeze advise '" + folder.resolve("a b.jsonl") + "' "))
                .singleElement()
                .asString()
                .contains(String.join(" ", question), String.join(" ", ofSample), " --codecs zstd:1")
                .contains(" --verify")
                .doesNotContain("--output", "--json");
        assertThat(next)
                .filteredOn(command -> command.startsWith("squeeze measure '" + folder.resolve("a b.jsonl") + "' "))
                .singleElement()
                .asString()
                .contains(String.join(" ", ofSample), " --codecs ")
                .doesNotContain("--partitions", "--prices", "--output", "--json");
    }

    @Test
    void theNeighboursAreACodecListForEverySetting() {
        CodecGrid.all().codecs().forEach(codec -> {
            String neighbours = NextCommands.neighbours(codec);

            assertThatCode(() -> CodecGrid.parse(neighbours)).as(neighbours).doesNotThrowAnyException();
            assertThat(CodecGrid.parse(neighbours).codecs()).contains(codec);
        });
    }
}
