package dev.squeeze.feature.survey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Percentage.withPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cli.ExitCode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of topics of which it is known what should become of them. */
@Tag("live")
@Timeout(150)
@SuppressWarnings("NullAway.Init")
class SurveyCommandTest {
    private static final String MARKER = "nobody-may-see-this";
    private static final int SPAN_MILLIS = 60_000;

    /** So many that even a small topic's bytes cost more than a change is worth. */
    private static final String READERS = "30";

    /** Of the survey of all topics. */
    private static final String RETENTION = "1d";

    /** Of surveys of which it is only asked what they read again. */
    private static final String SMALL_SAMPLE = "256KiB";

    @RegisterExtension
    static final BrokerForTests broker = new BrokerForTests();

    @TempDir
    static Path folder;

    @BeforeAll
    static void produce() {
        List<byte[]> json = values();
        fill("web-large", 3, json, "none", 16_384);
        fill("web-small", 1, smallValues(), "none", 16_384);
        fill("packed", 2, json, "zstd", 131_072);
        Random random = new Random(7);
        fill(
                "noise",
                2,
                IntStream.range(0, 1_000)
                        .mapToObj(i -> {
                            byte[] bytes = new byte[600];
                            random.nextBytes(bytes);
                            return bytes;
                        })
                        .toList(),
                "none",
                16_384);
        fill("__kept", 1, json.subList(0, 500), "none", 16_384);
        broker.create("nothing", 2, Map.of("compression.type", "producer"));
    }

    /** Records whose timestamps span a minute until now. */
    private static void fill(String topic, int partitions, List<byte[]> values, String codec, int batchSize) {
        broker.create(topic, partitions, Map.of());
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", broker.address()));
        settings.put("compression.type", codec);
        settings.put("batch.size", batchSize);
        // However busy this machine is, batch.size closes the batches.
        settings.put("linger.ms", 60_000);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            long end = System.currentTimeMillis();
            for (int i = 0; i < values.size(); i++) {
                long millis = end - (long) SPAN_MILLIS * (values.size() - 1 - i) / values.size();
                producer.send(new ProducerRecord<>(topic, null, millis, null, values.get(i)));
            }
        }
    }

    private static String[] survey(String... words) {
        return Stream.concat(
                        Stream.of("survey", "--bootstrap-server", broker.address(), "--consumer-groups", READERS),
                        Stream.of(words))
                .toArray(String[]::new);
    }

    private static JsonNode surveyed(String... words) {
        return Invocation.of(survey(
                        Stream.concat(Stream.of("--json"), Stream.of(words)).toArray(String[]::new)))
                .expectDone()
                .document();
    }

    /** The survey of all topics, which three tests look at or go on from: it leaves the cluster as it is. */
    private static Path wholeSurvey() throws Exception {
        Path whole = folder.resolve("whole.json");
        if (Files.notExists(whole)) {
            Set<String> topicsBefore = broker.topics();
            Invocation.of(survey("--retention", RETENTION, "--output", whole.toString()))
                    .expectDone();
            assertThat(broker.topics()).isEqualTo(topicsBefore);
            assertThat(groups()).isEmpty();
        }
        return whole;
    }

    /** A survey of some topics, from which two tests go on. */
    private static Path surveyOfSome() {
        Path some = folder.resolve("some.json");
        if (Files.notExists(some)) {
            Invocation.of(survey(
                            "--include",
                            "web-small|noise",
                            "--include",
                            "nothing",
                            "--sample",
                            SMALL_SAMPLE,
                            "--output",
                            some.toString()))
                    .expectDone();
        }
        return some;
    }

    private static Map<String, JsonNode> topics(JsonNode document) {
        Map<String, JsonNode> topics = new HashMap<>();
        document.get("topics").forEach(topic -> topics.put(topic.get("topic").asText(), topic));
        return topics;
    }

    private static List<String> names(JsonNode topics) {
        return StreamSupport.stream(topics.spliterator(), false)
                .map(topic ->
                        topic.isTextual() ? topic.asText() : topic.get("topic").asText())
                .toList();
    }

    private static String outcome(JsonNode document, String topic) {
        return topics(document).get(topic).get("outcome").asText();
    }

    private static Collection<?> groups() throws Exception {
        try (Admin admin = broker.admin()) {
            return admin.listGroups().all().get(30, TimeUnit.SECONDS);
        }
    }

    @Test
    void topicsAreRankedByWhatAChangeSavesAndTheClusterStaysAsItIs() throws Exception {
        JsonNode document = document(wholeSurvey());

        assertThat(names(document.get("topics")).subList(0, 2)).containsExactly("web-large", "web-small");
        assertThat(outcome(document, "web-large")).isEqualTo("change");
        assertThat(outcome(document, "web-small")).isEqualTo("change");
        assertThat(outcome(document, "packed")).isEqualTo("leave-it");
        // A fifth of the records in the same batches costs a fifth, though no linger gathers such batches from so few.
        assertThat(moneyToday(document, "web-small"))
                .isCloseTo(moneyToday(document, "web-large") / 5, withPercentage(15));
        assertThat(topics(document).get("packed").get("reason").asText()).startsWith("it is good already");
        assertThat(topics(document).get("packed").get("ownCompressionType").asBoolean())
                .isFalse();
        assertThat(topics(document).get("nothing").get("ownCompressionType").asBoolean())
                .as("set on the topic itself")
                .isTrue();
        assertThat(topics(document).get("web-small").get("notes").toString()).contains("come in bursts");
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
        JsonNode large =
                topics(surveyed("--include", "web-large", "--sample", "512KiB")).get("web-large");

        assertThat(large.at("/seen/whole").asBoolean()).isFalse();
        assertThat(large.at("/seen/fetchedBytes").asLong()).isLessThan(700_000);
        assertThat(large.at("/storedBytes/estimate").asLong())
                .isEqualTo(IntStream.range(0, 3)
                        .mapToLong(partition -> logBytes("web-large", partition))
                        .sum());
        assertThat(large.at("/seen/codecs/0/codec").asText()).isEqualTo("none");
        assertThat(large.at("/proposal/best/codec").asText()).startsWith("zstd");
        // Its records are spread over a minute and its batches are full: they gathered for long.
        int today = large.at("/proposal/current/lingerMillis").asInt();
        assertThat(today).isGreaterThan(5);
        assertThat(large.get("notes").toString())
                .contains("as with linger.ms=" + today + ", which is taken as today's");
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
        JsonNode small = topics(surveyed("--include", "web-small")).get("web-small");
        JsonNode best = small.at("/proposal/best");
        assertThat(best.get("codec").asText()).isEqualTo("zstd:3");

        fill(
                "__as-proposed",
                1,
                smallValues(),
                "zstd",
                best.get("batchSizeBytes").asInt());
        double ratio = (double) logBytes("web-small", 0) / logBytes("__as-proposed", 0);
        try (Admin admin = broker.admin()) {
            admin.deleteTopics(List.of("__as-proposed")).all().get(30, TimeUnit.SECONDS);
        }
        assertThat(ratio).isCloseTo(small.at("/proposal/bestRatio").asDouble(), withPercentage(10));
    }

    @Test
    void hexadecimalDigitsAreWorthACodecAndANoteSaysWhatSavesMore() throws Exception {
        Random random = new Random(7);
        fill(
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
        JsonNode hexed = topics(surveyed("--include", "hexed")).get("hexed");
        try (Admin admin = broker.admin()) {
            admin.deleteTopics(List.of("hexed")).all().get(30, TimeUnit.SECONDS);
        }

        assertThat(hexed.get("outcome").asText())
                .as(hexed.path("reason").asText())
                .isEqualTo("change");
        assertThat(hexed.at("/proposal/best/codec").asText()).startsWith("zstd");
        assertThat(hexed.at("/proposal/bestRatio").asDouble()).isBetween(1.5, 2.2);
        assertThat(hexed.get("notes").toString()).contains("hexadecimal digits", "50 % less");
    }

    private static List<byte[]> smallValues() {
        return values().subList(0, 4_000);
    }

    private static List<byte[]> values() {
        return Records.jsonLines(20_000, MARKER)
                .lines()
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    private static long logBytes(String topic, int partition) {
        try (Stream<Path> files = Files.list(broker.partitionFolder(topic, partition))) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void whatAnEarlierSurveyAppraisedIsNotReadAgain() {
        Path earlier = surveyOfSome();
        JsonNode first = document(earlier);
        JsonNode all = surveyed(
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
            // CPU is in it, which no second measurement finds the same to the last digit.
            assertThat(topics(all).get(topic)).isEqualTo(topics(first).get(topic));
        }
        Invocation.of(survey("--resume", earlier.toString(), "--sample", "2MiB"))
                .expectRefusal(ExitCode.USAGE, "--resume: --sample was 262144 bytes", "2097152 bytes now");
    }

    private static JsonNode document(Path file) {
        try {
            JsonNode document = ResultSchema.parse(Files.readString(file));
            assertThat(ResultSchema.faults(document)).isEmpty();
            return document;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    @Test
    void anInterruptedSurveyLeavesADocumentToGoOnFrom() throws Exception {
        Path cut = folder.resolve("cut.json");
        LiveRun run = LiveRun.start(List.of(survey(
                "--resume",
                surveyOfSome().toString(),
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
        JsonNode whole = surveyed("--resume", cut.toString(), "--sample", SMALL_SAMPLE);
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
        assertThat(names(surveyed(goingOnFromWhole("--include", "web-.*|noise", "--exclude", ".*-small"))
                        .get("topics")))
                .containsExactlyInAnyOrder("web-large", "noise");
        assertThat(names(surveyed("--include", "__.*", "--internal").get("topics")))
                .containsExactly("__kept");
        Invocation.of(survey("--include", "web"))
                .expectRefusal(ExitCode.FAILED, "none of the 5 topics", "--include", "whole names");
        Invocation.of(survey("--exclude", "web("))
                .expectRefusal(ExitCode.USAGE, "--exclude 'web('", "regular expression");
    }

    private static String[] goingOnFromWhole(String... words) throws Exception {
        return Stream.concat(
                        Stream.of("--resume", wholeSurvey().toString(), "--retention", RETENTION), Stream.of(words))
                .toArray(String[]::new);
    }

    @Test
    void theTextTellsWhereToStartAndNothingOfTheRecords() throws Exception {
        Path csv = folder.resolve("survey.csv");
        Invocation text = Invocation.of(
                        survey(goingOnFromWhole("--sort", "bytes", "--top", "1", "--output", csv.toString())))
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
        assertThat(wholeSurvey()).content().contains("web-small").doesNotContain(MARKER);
    }

    @Test
    void mistakesAreToldBeforeAnythingIsRead() {
        Invocation.of("survey").expectRefusal(ExitCode.USAGE, "--bootstrap-server HOST:PORT");
        Invocation.of(survey("--parallel", "0"))
                .expectRefusal(ExitCode.USAGE, "--parallel must be between 1 and 64, got 0");
        Invocation.of(survey("--top", "0")).expectRefusal(ExitCode.USAGE, "--top must be at least 1");
        Invocation.of(survey("--sample", "4GiB")).expectRefusal(ExitCode.USAGE, "--sample");
        Invocation.of(survey("--resume", "no-such.json")).expectRefusal(ExitCode.USAGE, "no-such.json cannot be read");
        Invocation.of("survey", "--bootstrap-server", "localhost:1")
                .expectRefusal(ExitCode.FAILED, "no connection to localhost:1");
    }

    @Test
    void topicsThatEndEarlyAreToldWithTheirReasonWhenTheClusterGoes() throws Exception {
        try (BrokerForTests other = new BrokerForTests()) {
            List<String> words = new ArrayList<>();
            other.create("a", 1, Map.of());
            try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                    Map.of("bootstrap.servers", other.address()),
                    new ByteArraySerializer(),
                    new ByteArraySerializer())) {
                for (int i = 0; i < 2_000; i++) {
                    producer.send(new ProducerRecord<>("a", null, i * 100L, null, Records.randomBytes(500)));
                }
            }
            words.addAll(List.of("survey", "--bootstrap-server", other.address(), "--max-rate", "20KiB/s"));
            LiveRun run = LiveRun.start(words).awaitProgress("surveying");
            TimeUnit.MILLISECONDS.sleep(500);
            other.kill();
            Invocation ended = run.end();

            assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
            assertThat(ended.err()).contains("squeeze: the survey ended early: the cluster no longer answers");
            assertThat(ended.out()).contains("1 not reached", "The survey ended early");
        }
    }
}
