package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * survey, doctor and advise price the same topics of one broker: ten that are still written to, and ten that were written for
 * seconds a month ago. The speed of this machine varies between runs, so costs of cores are compared less strictly than bytes.
 */
@Tag("live")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
class OneWorkloadTest {
    private static final int BURSTS = 60;
    private static final int RECORDS_PER_BURST = 20;
    private static final int MAX_MESSAGE_BYTES = 10_000;
    private static final Duration MONTH = Duration.ofDays(30);

    /** The age of a log changes between commands, and so do mean rates up to now. */
    private static final Percentage BETWEEN_COMMANDS = Percentage.withPercentage(10);

    /** Without a calibration, a machine's speed is estimated by a probe, which other processes may disturb, up to this factor. */
    private static final double CORES_APART = 2.5;

    private static final List<String> PARTS = List.of(
            "partitions",
            "brokers",
            "replicationFactor",
            "consumerGroups",
            "zones",
            "roundTripMillis",
            "retentionBytes",
            "maxMessageBytes",
            "topicCompression");

    @RegisterExtension
    static final BrokerForTests broker = new BrokerForTests();

    private static Map<String, JsonNode> surveyed;
    private static Map<String, JsonNode> examined;
    private static final Map<String, JsonNode> ADVISED = new TreeMap<>();
    private static JsonNode findings;

    /** Configuration of a topic, and how it is written. */
    private record Kind(String name, String codec, int partitions, Map<String, String> configs) {}

    private static final List<Kind> KINDS = List.of(
            new Kind("plain", "none", 1, Map.of("retention.ms", "7776000000")),
            new Kind("parted", "none", 3, Map.of("retention.ms", "7776000000")),
            new Kind("unlimited", "none", 1, Map.of("retention.ms", "-1")),
            new Kind(
                    "compacted", "none", 1, Map.of("cleanup.policy", "compact", "min.compaction.lag.ms", "9000000000")),
            new Kind("bounded", "none", 2, Map.of("retention.ms", "-1", "retention.bytes", "60000")),
            new Kind(
                    "both",
                    "none",
                    1,
                    Map.of(
                            "retention.ms",
                            "7776000000",
                            "retention.bytes",
                            "50000000",
                            "max.message.bytes",
                            Integer.toString(MAX_MESSAGE_BYTES))),
            new Kind("snappy", "snappy", 1, Map.of("retention.ms", "7776000000", "compression.type", "snappy")),
            new Kind("lz4", "lz4", 2, Map.of("retention.ms", "7776000000")),
            new Kind("zstd", "zstd", 1, Map.of("retention.ms", "7776000000")),
            new Kind("read", "none", 1, Map.of("retention.ms", "7776000000")));

    @BeforeAll
    static void price() throws Exception {
        List<String> topics = fill();
        for (String topic : topics) {
            ADVISED.put(topic, json("advise", "topic:" + topic, "--budget", "300ms", "--codecs", "zstd:3"));
        }
        surveyed = byTopic(json("survey"));
        JsonNode doctor = json("doctor", "--fail-on", "none");
        examined = byTopic(doctor);
        findings = doctor.at("/diagnosis/findings");
    }

    private static List<String> fill() throws Exception {
        List<byte[]> values = Records.jsonLines(BURSTS * RECORDS_PER_BURST, "u")
                .lines()
                .map(line -> line.getBytes(StandardCharsets.UTF_8))
                .toList();
        List<String> topics = new ArrayList<>();
        long now = System.currentTimeMillis();
        for (Kind kind : KINDS) {
            String live = "live-" + kind.name();
            String dead = "dead-" + kind.name();
            write(live, kind, values, now - Duration.ofHours(3).toMillis(), Duration.ofHours(3));
            write(dead, kind, values, now - MONTH.toMillis(), Duration.ofSeconds(12));
            topics.addAll(List.of(live, dead));
        }
        try (Admin admin = broker.admin()) {
            TopicPartition read = new TopicPartition("live-read", 0);
            for (String group : List.of("billing", "search", "audit")) {
                admin.alterConsumerGroupOffsets(group, Map.of(read, new OffsetAndMetadata(5)))
                        .all()
                        .get(30, TimeUnit.SECONDS);
            }
        }
        return topics;
    }

    /** Bursts that end with a flush, so that batches match their timestamps. */
    private static void write(String topic, Kind kind, List<byte[]> values, long fromMillis, Duration life) {
        broker.create(topic, kind.partitions(), kind.configs());
        Map<String, Object> settings = new HashMap<>(Map.of("bootstrap.servers", broker.address()));
        settings.put("compression.type", kind.codec());
        settings.put("linger.ms", 60_000);
        settings.put("batch.size", 1 << 20);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < values.size(); i++) {
                int burst = i / RECORDS_PER_BURST;
                long millis = fromMillis + life.toMillis() * burst / (BURSTS - 1);
                byte[] key = Integer.toString(i).getBytes(StandardCharsets.US_ASCII);
                producer.send(new ProducerRecord<>(topic, null, millis, key, values.get(i)));
                if ((i + 1) % RECORDS_PER_BURST == 0) {
                    producer.flush();
                }
            }
        }
    }

    private static JsonNode json(String... words) {
        List<String> line = new ArrayList<>(List.of(words));
        line.addAll(List.of("--json", "--bootstrap-server", broker.address()));
        Invocation run = Invocation.of(line.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        return ResultSchema.parse(run.out());
    }

    private static Map<String, JsonNode> byTopic(JsonNode document) {
        Map<String, JsonNode> topics = new TreeMap<>();
        document.get("topics").forEach(topic -> topics.put(topic.get("topic").asText(), topic));
        return topics;
    }

    private static double money(JsonNode resources) {
        return bytesMoney(resources) + resources.get("cpuMoney").asDouble();
    }

    private static double bytesMoney(JsonNode resources) {
        return resources.get("zoneMoney").asDouble()
                + resources.get("diskMoney").asDouble();
    }

    private static boolean overlap(JsonNode one, JsonNode other) {
        return one.get("low").asDouble() <= other.get("high").asDouble()
                && other.get("low").asDouble() <= one.get("high").asDouble();
    }

    @Test
    void allLearnTheSameWorkload() {
        ADVISED.forEach((topic, advice) -> {
            JsonNode advised = advice.get("workload");
            JsonNode bySurvey = surveyed.get(topic).at("/proposal/workload/workload");
            JsonNode byDoctor = examined.get(topic).at("/workload/workload");
            for (String part : PARTS) {
                assertThat(bySurvey.path(part)).as("%s of %s", part, topic).isEqualTo(advised.path(part));
                assertThat(byDoctor.path(part)).as("%s of %s", part, topic).isEqualTo(advised.path(part));
            }
            for (String part : List.of("recordsPerSecond", "activeShare", "retention", "recordBytes")) {
                double expected = advised.path(part).asDouble();
                assertThat(bySurvey.path(part).asDouble())
                        .as("%s of %s", part, topic)
                        .isCloseTo(expected, BETWEEN_COMMANDS);
                assertThat(byDoctor.path(part).asDouble())
                        .as("%s of %s", part, topic)
                        .isCloseTo(expected, BETWEEN_COMMANDS);
            }
        });
        assertThat(ADVISED.get("live-read").at("/workload/consumerGroups").asInt())
                .isEqualTo(3);
        assertThat(ADVISED.get("live-plain").at("/workload/consumerGroups").asInt())
                .isEqualTo(2);
        assertThat(ADVISED.get("dead-plain").at("/workload/activeShare").asDouble())
                .isEqualTo(12.0 / MONTH.toSeconds(), within(1e-7));
    }

    @Test
    void noneProposesBatchesThatTheTopicRefuses() {
        for (String topic : List.of("live-both", "dead-both")) {
            assertThat(ADVISED.get(topic).at("/workload/maxMessageBytes").asInt())
                    .isEqualTo(MAX_MESSAGE_BYTES);
            assertThat(ADVISED.get(topic).at("/recommendation/compared"))
                    .isNotEmpty()
                    .allSatisfy(compared -> assertThat(
                                    compared.at("/settings/batchSizeBytes").asInt())
                            .isLessThanOrEqualTo(MAX_MESSAGE_BYTES));
            assertThat(surveyed.get(topic).at("/proposal/best/batchSizeBytes").asInt())
                    .isPositive()
                    .isLessThanOrEqualTo(MAX_MESSAGE_BYTES);
        }
        for (JsonNode finding : findings) {
            if (finding.path("topic").asText().endsWith("-both")) {
                assertThat(finding.path("fix"))
                        .extracting(JsonNode::asText)
                        .filteredOn(line -> line.startsWith("batch.size="))
                        .allSatisfy(line -> assertThat(Integer.parseInt(line.replaceAll("batch.size=(\\d+).*", "$1")))
                                .isLessThanOrEqualTo(MAX_MESSAGE_BYTES));
            }
        }
        assertThat(ADVISED.get("live-plain").at("/workload/maxMessageBytes").asInt())
                .as("the brokers' default")
                .isEqualTo(1_048_588);
    }

    @Test
    void adviceAndSurveySayThatATopicHasACodecOfItsOwn() {
        assertThat(ADVISED.get("live-snappy").at("/recommendation/caveats"))
                .filteredOn(caveat -> caveat.path("kind").asText().equals("topic-sets-codec"))
                .singleElement()
                .satisfies(caveat -> assertThat(caveat.path("message").asText())
                        .contains("compression.type=snappy", "the log shows their codec"));
        assertThat(surveyed.get("live-snappy").path("notes")).anySatisfy(note -> assertThat(note.asText())
                .contains("compression.type=snappy", "change all its producers first, then set it to producer"));
        assertThat(ADVISED.get("live-lz4").at("/recommendation/caveats"))
                .noneMatch(caveat -> caveat.path("kind").asText().equals("topic-sets-codec"));
    }

    @Test
    void allSayTheSameOfTodaysCost() {
        ADVISED.forEach((topic, advice) -> {
            JsonNode advised = advice.at("/recommendation/current/resources");

            assertThat(money(advised)).as(topic).isPositive();
            assertThat(surveyed.get(topic).at("/proposal/moneyToday").asDouble())
                    .as(topic)
                    .isBetween(least(advised), most(advised));
            assertThat(examined.get(topic).get("moneyToday").asDouble())
                    .as(topic)
                    .isBetween(least(advised), most(advised));
        });
    }

    private static double least(JsonNode resources) {
        return bytesMoney(resources) / 1.1 + resources.get("cpuMoney").asDouble() / CORES_APART;
    }

    private static double most(JsonNode resources) {
        return bytesMoney(resources) * 1.1 + resources.get("cpuMoney").asDouble() * CORES_APART;
    }

    @Test
    void surveyPromisesWhatAdviseFinds() {
        ADVISED.forEach((topic, advice) -> assertThat(overlap(
                        surveyed.get(topic).at("/proposal/savings/money"), advice.at("/recommendation/savings/money")))
                .as(
                        "%s: survey %s, advise %s",
                        topic,
                        surveyed.get(topic).at("/proposal/savings/money"),
                        advice.at("/recommendation/savings/money"))
                .isTrue());
    }

    /** For an uncompressed topic, doctor's saving from the codec equals that of the first step of advise. */
    @Test
    void doctorsSavingOfTheCodecAloneIsThatOfAdvise() {
        int compared = 0;
        for (JsonNode finding : findings) {
            String topic = finding.path("topic").asText();
            if (!finding.path("check").asText().equals("raw-topic") || !ADVISED.containsKey(topic)) {
                continue;
            }
            JsonNode advice = ADVISED.get(topic).get("recommendation");
            double today = money(advice.at("/current/resources"));
            for (JsonNode rung : advice.at("/ladder/rungs")) {
                if (rung.path("step").asText().equals("codec")) {
                    double saved = today - money(rung.at("/prediction/resources"));
                    JsonNode worth = finding.at("/estimatedSaving/moneyPerMonth");
                    JsonNode known = advice.at("/savings/money");
                    double least = saved
                            * known.get("low").asDouble()
                            / known.get("estimate").asDouble();
                    double most = saved
                            * known.get("high").asDouble()
                            / known.get("estimate").asDouble();
                    assertThat(least)
                            .as("%s: %s and %s", topic, saved, worth)
                            .isLessThan(worth.get("high").asDouble());
                    assertThat(most)
                            .as("%s: %s and %s", topic, saved, worth)
                            .isGreaterThan(worth.get("low").asDouble());
                    compared++;
                }
            }
        }
        assertThat(compared).isGreaterThan(8);
    }

    @Test
    void secondsOfLifeAreReportedByAll() {
        assertThat(surveyed.get("dead-plain").get("notes").toString()).contains("the newest record is more than");
        assertThat(examined.get("dead-plain").at("/workload/notes").toString())
                .contains("the newest record is more than");
        assertThat(ADVISED.get("dead-plain").at("/origins/notes").toString())
                .contains("the newest record is more than");
        assertThat(surveyed.get("live-plain").get("notes").toString()).contains("its oldest record is only 3 h old");
        assertThat(ADVISED.get("live-plain").at("/origins/notes").toString())
                .contains("its oldest record is only 3 h old");
    }
}
