package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.FilledTopics.Pace;
import dev.squeeze.feature.plan.PlanFixtures;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.document.ResultJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A printed follow-up command is about the same question: it contains the flags, and works where it is read. */
@Tag("live")
@Timeout(120)
@SuppressWarnings("NullAway.Init")
class CommandsToRunNextTest {
    private static final String TOPIC = "asked-on";

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.shared();

    @TempDir
    Path folder;

    private @Nullable String programBefore;

    @BeforeAll
    static void fill() {
        FilledTopics topics = new FilledTopics(broker);
        topics.write(TOPIC, "none", Pace.DEEP, true, topics::json);
    }

    @BeforeEach
    void startAs() {
        programBefore = System.setProperty("squeeze.program", "./squeeze");
    }

    @AfterEach
    void startAsBefore() {
        if (programBefore == null) {
            System.clearProperty("squeeze.program");
        } else {
            System.setProperty("squeeze.program", programBefore);
        }
    }

    /** The cluster and the prices, in files whose names need quotes. */
    private List<String> question() {
        return List.of(
                "--bootstrap-server",
                broker.address(),
                "--command-config",
                Records.write(folder, "of a client.properties", "client.id=asker\n"),
                "--prices",
                Records.write(folder, "our prices.yaml", "name: Ours\ncurrency: EUR\nper-usd: 0.9\n"),
                "--rate",
                "10000",
                "--consumer-groups",
                "4",
                "--zones",
                "2");
    }

    private static String quoted(List<String> words) {
        return String.join(
                " ",
                words.stream()
                        .map(word -> word.contains(" ") ? "'" + word + "'" : word)
                        .toList());
    }

    private static String[] line(List<String> first, List<String> more) {
        List<String> line = new ArrayList<>(first);
        line.addAll(more);
        return line.toArray(String[]::new);
    }

    @Test
    void doctorsCarriesTheConnectionPricesAndWorkload() throws IOException {
        Path kept = folder.resolve("doctor.json");

        Invocation run = Invocation.of(line(
                List.of("doctor", TOPIC, "--by", "severity", "--fail-on", "none", "--output", kept.toString()),
                question()));

        String advise = "./squeeze advise topic:" + TOPIC + " " + quoted(question());
        assertThat(run.expectDone().out()).contains("\n  " + advise + "\n");
        assertThat(next(kept)).containsExactly(advise);
    }

    private static List<String> next(Path document) throws IOException {
        List<String> commands = new ArrayList<>();
        JsonNode read = ResultSchema.parse(Files.readString(document));
        read.path("next").forEach(command -> commands.add(command.asText()));
        return commands;
    }

    @Test
    void surveysGoesOnWithTheSameFlagsFromTheDocumentThatItWrote() throws IOException {
        List<String> ofSurvey = List.of(
                "--include",
                TOPIC + "|a b",
                "--workers",
                "1",
                "--worker-group",
                "nobody",
                "--worker-timeout",
                "5s",
                "--sample",
                "1MiB");
        List<String> all = List.of(line(question(), ofSurvey));
        Path kept = folder.resolve("a survey.json");

        Invocation kepts = Invocation.of(line(List.of("survey", "--output", kept.toString(), "--top", "3"), all));
        Invocation unkept = Invocation.of(line(List.of("survey"), all));

        assertThat(kepts.code()).as(kepts.err()).isEqualTo(ExitCode.FAILED);
        assertThat(kepts.err())
                .contains("Start workers with: ./squeeze worker --bootstrap-server " + broker.address()
                        + " --command-config FILE --group nobody");
        assertThat(next(kept))
                .containsExactly(
                        "./squeeze survey --top 3 " + quoted(all) + " --resume '" + kept + "' --output '" + kept + "'");
        assertThat(unkept.out())
                .contains("\n  ./squeeze survey " + quoted(all) + " --resume FILE.json    # as --output writes it\n");
    }

    @Test
    void watchsReportHasThePlanAndTheTopics() {
        String plan = Records.write(folder, "a plan.json", ResultJson.write(PlanFixtures.inWaves()));
        String history = folder.resolve("of a week").toString();

        Invocation run = Invocation.of(
                "watch",
                "--bootstrap-server",
                broker.address(),
                "--history",
                history,
                "--include",
                TOPIC,
                "--plan",
                plan,
                "--interval",
                "300ms",
                "--slot",
                "900ms",
                "--for",
                "2s");

        assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
        assertThat(run.err())
                .contains("Next: ./squeeze watch report --include " + TOPIC + " --plan '" + plan + "' --history '"
                        + history + "'\n");
        assertThat(Files.exists(Path.of(history))).isTrue();
    }
}
