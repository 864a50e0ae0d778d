package dev.squeeze.feature.survey;

import static dev.squeeze.feature.survey.SurveyedCluster.MARKER;
import static dev.squeeze.feature.survey.SurveyedCluster.SMALL_SAMPLE;
import static dev.squeeze.feature.survey.SurveyedCluster.document;
import static dev.squeeze.feature.survey.SurveyedCluster.names;
import static dev.squeeze.feature.survey.SurveyedCluster.outcome;
import static dev.squeeze.feature.survey.SurveyedCluster.smallValues;
import static dev.squeeze.feature.survey.SurveyedCluster.topics;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of topics whose correct outcomes are known. */
@Tag("live")
@Timeout(150)
@SuppressWarnings("NullAway.Init")
class SurveyCommandTest {
    @RegisterExtension
    static final BrokerForTests broker = new BrokerForTests();

    @TempDir
    static Path folder;

    private static SurveyedCluster cluster;

    @BeforeAll
    static void produce() {
        cluster = new SurveyedCluster(broker, folder);
    }

    @Test
    void topicsAreRankedByWhatAChangeSavesAndTheClusterStaysAsItIs() throws Exception {
        JsonNode document = document(cluster.wholeSurvey());

        assertThat(names(document.get("topics")).subList(0, 2)).containsExactly("web-large", "web-small");
        assertThat(outcome(document, "web-large")).isEqualTo("change");
        assertThat(outcome(document, "web-small")).isEqualTo("change");
        assertThat(outcome(document, "packed")).isEqualTo("leave-it");
        // A fifth of the records in the same batches costs a fifth, although no linger fills such batches at that rate.
        assertThat(moneyToday(document, "web-small"))
                .isCloseTo(moneyToday(document, "web-large") / 5, withPercentage(15));
        assertThat(topics(document).get("packed").get("reason").asText()).startsWith("already good");
        assertThat(topics(document).get("packed").get("ownCompressionType").asBoolean())
                .isFalse();
        assertThat(topics(document).get("nothing").get("ownCompressionType").asBoolean())
                .as("set on the topic itself")
                .isTrue();
        assertThat(topics(document).get("web-small").get("notes").toString()).contains("arrive in bursts");
        assertThat(outcome(document, "noise")).isEqualTo("leave-it");
        assertThat(topics(document).get("noise").at("/proposal/bestRatio").asDouble())
                .isLessThan(1.1);
        assertThat(outcome(document, "nothing")).isEqualTo("not-appraised");
        assertThat(topics(document).get("nothing").get("reason").asText()).startsWith("it is empty");
        assertThat(names(document.get("topics"))).hasSize(5).doesNotContain("__kept");
        assertThat(document.at("/scope/internalLeftOut").asInt()).isEqualTo(1);
        assertThat(document.at("/totals/toChange").asInt()).isEqualTo(2);
    }

    @Test
    void aTopicThatIsLargerThanTheSampleIsReadInStretchesWhoseSpreadIsInTheInterval() {
        JsonNode large = topics(cluster.surveyed("--include", "web-large", "--sample", "512KiB"))
                .get("web-large");

        assertThat(large.at("/seen/whole").asBoolean()).isFalse();
        assertThat(large.at("/seen/fetchedBytes").asLong()).isLessThan(700_000);
        assertThat(large.at("/storedBytes/estimate").asLong())
                .isEqualTo(IntStream.range(0, 3)
                        .mapToLong(partition -> cluster.logBytes("web-large", partition))
                        .sum());
        assertThat(large.at("/seen/codecs/0/codec").asText()).isEqualTo("none");
        assertThat(large.at("/proposal/best/codec").asText()).startsWith("zstd");
        // Its records are spread over a minute and its batches are full, so they took long to fill.
        int today = large.at("/proposal/current/lingerMillis").asInt();
        assertThat(today).isGreaterThan(5);
        assertThat(large.get("notes").toString())
                .contains("look like those of linger.ms=" + today + ", which is assumed to be in use");
        JsonNode money = large.at("/proposal/savings/money");
        assertThat(money.get("low").asDouble())
                .isPositive()
                .isLessThan(money.get("estimate").asDouble());
    }

    private static double moneyToday(JsonNode document, String topic) {
        return topics(document).get(topic).at("/proposal/moneyToday").asDouble();
    }

    @Test
    void whatASurveyPromisesOfATopicThatCameInBurstsHolds() throws Exception {
        JsonNode small = topics(cluster.surveyed("--include", "web-small")).get("web-small");
        JsonNode best = small.at("/proposal/best");
        assertThat(best.get("codec").asText()).isEqualTo("zstd:3");

        cluster.fill(
                "__as-proposed",
                1,
                smallValues(),
                "zstd",
                best.get("batchSizeBytes").asInt());
        double ratio = (double) cluster.logBytes("web-small", 0) / cluster.logBytes("__as-proposed", 0);
        try (Admin admin = broker.admin()) {
            admin.deleteTopics(List.of("__as-proposed")).all().get(30, TimeUnit.SECONDS);
        }
        assertThat(ratio).isCloseTo(small.at("/proposal/bestRatio").asDouble(), withPercentage(10));
    }

    @Test
    void hexadecimalDigitsAreWorthACodecAndANoteSaysWhatSavesMore() throws Exception {
        Random random = new Random(7);
        cluster.fill(
                "hexed",
                1,
                IntStream.range(0, 3_000)
                        .mapToObj(i -> {
                            byte[] bytes = new byte[150];
                            random.nextBytes(bytes);
                            return HexFormat.of().formatHex(bytes).getBytes(StandardCharsets.US_ASCII);
                        })
                        .toList(),
                "none",
                16_384);
        JsonNode hexed = topics(cluster.surveyed("--include", "hexed")).get("hexed");
        try (Admin admin = broker.admin()) {
            admin.deleteTopics(List.of("hexed")).all().get(30, TimeUnit.SECONDS);
        }

        assertThat(hexed.get("outcome").asText())
                .as(hexed.path("reason").asText())
                .isEqualTo("change");
        assertThat(hexed.at("/proposal/best/codec").asText()).startsWith("zstd");
        assertThat(hexed.at("/proposal/bestRatio").asDouble()).isBetween(1.5, 2.2);
        assertThat(hexed.get("notes").toString()).contains("hexadecimal digits", "saves 50 %");
    }

    @Test
    void whatAnEarlierSurveyAppraisedIsNotReadAgain() {
        Path earlier = cluster.surveyOfSome();
        JsonNode first = document(earlier);
        JsonNode all = cluster.surveyed(
                "--resume",
                earlier.toString(),
                "--sample",
                SMALL_SAMPLE,
                "--include",
                "web-small|noise|nothing|__kept",
                "--internal");

        assertThat(names(first.get("topics"))).containsExactly("web-small", "noise", "nothing");
        assertThat(all.at("/scope/resumed").asInt()).isEqualTo(2);
        assertThat(names(all.get("topics"))).containsExactlyInAnyOrder("web-small", "noise", "nothing", "__kept");
        for (String topic : List.of("web-small", "noise")) {
            // It includes CPU time, which differs between measurements.
            assertThat(topics(all).get(topic)).isEqualTo(topics(first).get(topic));
        }
        Invocation.of(cluster.survey("--resume", earlier.toString(), "--sample", "2MiB"))
                .expectRefusal(ExitCode.USAGE, "--resume: --sample was 262144 bytes", "2097152 bytes now");
    }

    @Test
    void anInterruptedSurveyLeavesADocumentToGoOnFrom() throws Exception {
        Path cut = folder.resolve("cut.json");
        LiveRun run = LiveRun.start(List.of(cluster.survey(
                "--resume",
                cluster.surveyOfSome().toString(),
                "--sample",
                SMALL_SAMPLE,
                "--output",
                cut.toString(),
                "--max-rate",
                "50KiB/s",
                "--exclude",
                "nothing")));
        run.awaitProgress("surveying").interrupt();
        Invocation ended = run.end();

        assertThat(ended.code()).isEqualTo(ExitCode.INTERRUPTED);
        assertThat(ended.out()).contains("The survey was interrupted", "web-small", "--resume " + cut);
        JsonNode half = document(cut);
        assertThat(half.get("interrupted").asBoolean()).isTrue();
        assertThat(names(half.get("topics"))).contains("web-small").doesNotContain("web-large");
        assertThat(names(half.get("pending"))).contains("web-large", "packed");
        JsonNode whole = cluster.surveyed("--resume", cut.toString(), "--sample", SMALL_SAMPLE);
        assertThat(names(whole.get("topics"))).hasSize(5);
        assertThat(topics(whole).get("web-small")).isEqualTo(topics(half).get("web-small"));
        assertThat(whole.get("pending")).isEmpty();
    }

    @Test
    void aPlanOfAClusterSurveysItFirstAndKeepsTheSurvey() throws Exception {
        Path kept = folder.resolve("kept.json");

        JsonNode plan = Invocation.of(
                        "plan",
                        "--bootstrap-server",
                        broker.address(),
                        "--include",
                        "web-small|noise",
                        "--keep-survey",
                        kept.toString(),
                        "--json")
                .expectDone()
                .document();

        assertThat(plan.get("changes").size() + plan.get("unchanged").size()).isEqualTo(2);
        assertThat(ResultSchema.parse(Files.readString(kept)).get("topics")).hasSize(2);
    }

    @Test
    void includeAndExcludeMatchWholeNames() throws Exception {
        assertThat(names(
                        cluster.surveyed(cluster.goingOnFromWhole("--include", "web-.*|noise", "--exclude", ".*-small"))
                                .get("topics")))
                .containsExactlyInAnyOrder("web-large", "noise");
        assertThat(names(cluster.surveyed("--include", "__.*", "--internal").get("topics")))
                .containsExactly("__kept");
        Invocation.of(cluster.survey("--include", "web"))
                .expectRefusal(ExitCode.FAILED, "none of the 5 topics", "--include", "whole names");
        Invocation.of(cluster.survey("--exclude", "web("))
                .expectRefusal(ExitCode.USAGE, "--exclude 'web('", "regular expression");
    }

    @Test
    void theTextTellsWhereToStartAndNothingOfTheRecords() throws Exception {
        Path csv = folder.resolve("survey.csv");
        Invocation text = Invocation.of(cluster.survey(
                        cluster.goingOnFromWhole("--sort", "bytes", "--top", "1", "--output", csv.toString())))
                .expectDone();

        assertThat(text.out())
                .contains(
                        "Where to start",
                        "web-large",
                        "Leave as they are",
                        "Not appraised",
                        "1 more topic to change not shown",
                        "--zones 3: the brokers have no racks",
                        "squeeze advise topic:web-large")
                .doesNotContain("--consumer-groups 2")
                .doesNotContain(MARKER);
        assertThat(csv).content().contains("web-small", "packed", "nothing").doesNotContain(MARKER);
        assertThat(cluster.wholeSurvey()).content().contains("web-small").doesNotContain(MARKER);
    }

    @Test
    void mistakesAreToldBeforeAnythingIsRead() {
        Invocation.of("survey").expectRefusal(ExitCode.USAGE, "--bootstrap-server HOST:PORT");
        Invocation.of(cluster.survey("--parallel", "0"))
                .expectRefusal(ExitCode.USAGE, "--parallel must be between 1 and 64, got 0");
        Invocation.of(cluster.survey("--top", "0")).expectRefusal(ExitCode.USAGE, "--top must be at least 1");
        Invocation.of(cluster.survey("--sample", "4GiB")).expectRefusal(ExitCode.USAGE, "--sample");
        Invocation.of(cluster.survey("--resume", "no-such.json"))
                .expectRefusal(ExitCode.USAGE, "no-such.json cannot be read");
        Invocation.of("survey", "--bootstrap-server", "localhost:1")
                .expectRefusal(ExitCode.FAILED, "no connection to localhost:1");
    }
}
