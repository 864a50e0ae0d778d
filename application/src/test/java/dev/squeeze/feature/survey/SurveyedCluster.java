package dev.squeeze.feature.survey;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.Records;
import dev.squeeze.ResultSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
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

/** Topics whose correct outcomes are known, and the surveys of them. */
final class SurveyedCluster {
    /** Contained in each record; must not appear in any output. */
    static final String MARKER = "nobody-may-see-this";

    private static final int SPAN_MILLIS = 60_000;

    /** Large enough for the bytes of even a small topic to matter. */
    private static final String READERS = "30";

    /** Retention for the survey of all topics. */
    private static final String RETENTION = "1d";

    /** For surveys that only test what is read again. */
    static final String SMALL_SAMPLE = "256KiB";

    private final BrokerForTests broker;
    private final Path folder;

    /** @param folder for the surveys that tests share */
    SurveyedCluster(BrokerForTests broker, Path folder) {
        this.broker = broker;
        this.folder = folder;
        produce();
    }

    private void produce() {
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

    /** Fills a topic with records whose timestamps span the last minute. */
    void fill(String topic, int partitions, List<byte[]> values, String codec, int batchSize) {
        broker.create(topic, partitions, Map.of());
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", broker.address()));
        settings.put("compression.type", codec);
        settings.put("batch.size", batchSize);
        // Batches are closed by batch.size, however busy this machine is.
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

    String[] survey(String... words) {
        return Stream.concat(
                        Stream.of("survey", "--bootstrap-server", broker.address(), "--consumer-groups", READERS),
                        Stream.of(words))
                .toArray(String[]::new);
    }

    JsonNode surveyed(String... words) {
        return Invocation.of(survey(
                        Stream.concat(Stream.of("--json"), Stream.of(words)).toArray(String[]::new)))
                .expectDone()
                .document();
    }

    /** The survey of all topics, which three tests use or continue. It does not change the cluster. */
    Path wholeSurvey() throws Exception {
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

    /** A survey of some topics, which two tests continue. */
    Path surveyOfSome() {
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

    static Map<String, JsonNode> topics(JsonNode document) {
        Map<String, JsonNode> topics = new HashMap<>();
        document.get("topics").forEach(topic -> topics.put(topic.get("topic").asText(), topic));
        return topics;
    }

    static List<String> names(JsonNode topics) {
        return StreamSupport.stream(topics.spliterator(), false)
                .map(topic ->
                        topic.isTextual() ? topic.asText() : topic.get("topic").asText())
                .toList();
    }

    static String outcome(JsonNode document, String topic) {
        return topics(document).get(topic).get("outcome").asText();
    }

    private Collection<?> groups() throws Exception {
        try (Admin admin = broker.admin()) {
            return admin.listGroups().all().get(30, TimeUnit.SECONDS);
        }
    }

    String[] goingOnFromWhole(String... words) throws Exception {
        return Stream.concat(
                        Stream.of("--resume", wholeSurvey().toString(), "--retention", RETENTION), Stream.of(words))
                .toArray(String[]::new);
    }

    static JsonNode document(Path file) {
        try {
            JsonNode document = ResultSchema.parse(Files.readString(file));
            assertThat(ResultSchema.faults(document)).isEmpty();
            return document;
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    static List<byte[]> smallValues() {
        return values().subList(0, 4_000);
    }

    private static List<byte[]> values() {
        return Records.jsonLines(20_000, MARKER)
                .lines()
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
    }

    long logBytes(String topic, int partition) {
        try (Stream<Path> files = Files.list(broker.partitionFolder(topic, partition))) {
            return files.filter(file -> file.toString().endsWith(".log"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }
}
