package dev.squeeze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.kit.format.BatchScanner;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Compares a sample of a topic with the whole topic. */
@Tag("live")
@Timeout(120)
class TopicSampleTest {
    private static final int PARTITIONS = 4;
    private static final int SEEDS = 12;

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.shared();

    private static KnownTopic large;
    private static JsonNode truth;

    @BeforeAll
    static void produce() {
        large = KnownTopic.large(broker, "large", PARTITIONS);
        String[] words = Stream.concat(
                        Stream.of("inspect", "--json"),
                        Stream.of(0, 1, 2, 3).map(partition -> "segment:" + broker.partitionFolder("large", partition)))
                .toArray(String[]::new);
        truth = Invocation.of(words).expectDone().document().get("profile");
    }

    private static JsonNode sample(int seed) {
        return sample("large", seed);
    }

    private static JsonNode sample(String topic, int seed) {
        return Invocation.of(
                        "inspect",
                        "topic:" + topic,
                        "--bootstrap-server",
                        broker.address(),
                        "--sample",
                        "1MiB",
                        "--seed",
                        String.valueOf(seed),
                        "--json")
                .expectDone()
                .document()
                .get("profile");
    }

    /** As with batch.size=524288, which is realistic for a topic with much traffic. */
    private static void produceLargeBatches(String topic) {
        broker.create(topic, 2, Map.of());
        Map<String, Object> settings =
                Map.of("bootstrap.servers", broker.address(), "batch.size", "524288", "linger.ms", "60000");
        Random random = new Random(7);
        try (KafkaProducer<byte[], byte[]> producer =
                new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int batch = 0; batch < 60; batch++) {
                for (int i = 0; i < 450; i++) {
                    byte[] value = ("{\"reading\":" + random.nextInt(1_000_000) + ",\"unit\":\"" + "kelvin".repeat(180)
                                    + "\"}")
                            .getBytes(StandardCharsets.UTF_8);
                    producer.send(new ProducerRecord<>(topic, batch % 2, null, value));
                }
                producer.flush();
            }
        }
    }

    @Test
    void ofBatchesThatAreHalfAsLargeAsTheSampleEnoughAreReadToJudgeTheTopic() {
        produceLargeBatches("bulky");

        JsonNode profile = sample("bulky", 1);

        assertThat(profile.at("/reading/whole").asBoolean()).isFalse();
        assertThat(profile.get("batches").asInt()).isBetween(15, 45);
        JsonNode topic = Invocation.of("survey", "--bootstrap-server", broker.address(), "--include", "bulky", "--json")
                .expectDone()
                .document()
                .at("/topics/0");
        assertThat(topic.get("outcome").asText()).as(topic.toString()).isEqualTo("change");
    }

    /**
     * A week of records, of which those of the last two days are compressed, as if somebody had followed the advice two days ago.
     */
    private static void produceAWeekWithAChange(String topic) {
        broker.create(topic, 2, Map.of("retention.ms", "-1"));
        long start = System.currentTimeMillis() - Duration.ofDays(7).toMillis();
        Random random = new Random(11);
        for (String codec : List.of("none", "zstd")) {
            Map<String, Object> settings =
                    Map.of("bootstrap.servers", broker.address(), "compression.type", codec, "linger.ms", "60000");
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
                int from = codec.equals("none") ? 0 : 5 * 24;
                for (int hour = from; hour < (codec.equals("none") ? 5 * 24 : 7 * 24); hour++) {
                    for (int i = 0; i < 60; i++) {
                        byte[] value = ("{\"reading\":" + random.nextInt(1_000_000)
                                        + ",\"unit\":\"kelvin\",\"station\":" + "\"north-" + random.nextInt(20)
                                        + "\",\"state\":\"measured\"}")
                                .getBytes(StandardCharsets.UTF_8);
                        long millis = start
                                + Duration.ofHours(hour).toMillis()
                                + Duration.ofMinutes(i).toMillis();
                        producer.send(new ProducerRecord<>(topic, hour % 2, millis, null, value));
                    }
                    producer.flush();
                }
            }
        }
    }

    /** A recommendation is not repeated until the retention time has passed. */
    @Test
    void todayIsWhatProducersSendSinceTheyHaveChanged() {
        produceAWeekWithAChange("changed");

        JsonNode advice = Invocation.of(
                        "advise",
                        "topic:changed",
                        "--bootstrap-server",
                        broker.address(),
                        "--codecs",
                        "zstd",
                        "--budget",
                        "500ms",
                        "--json")
                .expectDone()
                .document();
        JsonNode topic = Invocation.of(
                        "survey", "--bootstrap-server", broker.address(), "--include", "changed", "--json")
                .expectDone()
                .document()
                .at("/topics/0");

        assertThat(advice.at("/recommendation/current/settings/codec").asText()).startsWith("zstd");
        assertThat(advice.at("/source/notices").toString())
                .contains("producers send zstd since about", "sent none before");
        assertThat(topic.at("/proposal/current/codec").asText()).startsWith("zstd");
        assertThat(topic.get("notes").toString()).contains("producers send zstd since about");
    }

    private static boolean covers(JsonNode interval, double value) {
        return interval.get("low").asDouble() <= value
                && value <= interval.get("high").asDouble();
    }

    private static JsonNode codec(JsonNode profile, String name) {
        for (JsonNode codec : profile.get("codecs")) {
            if (codec.get("codec").asText().equals(name)) {
                return codec;
            }
        }
        throw new AssertionError(name + " is missing in " + profile);
    }

    @Test
    void intervalsHoldTheTruthAndDeepBatchesAreNotPreferred() {
        double bytes = truth.get("storedBytes").asDouble();
        double zstdShare = codec(truth, "zstd").get("storedBytes").asDouble() / bytes;
        List<String> misses = new ArrayList<>();
        double records = 0;
        double batches = 0;
        for (int seed = 1; seed <= SEEDS; seed++) {
            JsonNode profile = sample(seed);
            records += profile.get("records").asDouble();
            batches += profile.get("batches").asDouble();
            if (!covers(profile.at("/reading/storedBytesOfAll"), bytes)) {
                misses.add("bytes, seed " + seed);
            }
            if (!covers(codec(profile, "zstd").get("byteShare"), zstdShare)) {
                misses.add("share, seed " + seed);
            }
            if (!covers(profile.get("ratio"), truth.at("/ratio/estimate").asDouble())) {
                misses.add("ratio, seed " + seed);
            }
        }

        assertThat(misses).as("of %d intervals at 95 %%", 3 * SEEDS).hasSizeLessThanOrEqualTo(6);
        // Batches of 1 to 25 records contain 13 on average; those at a random offset would contain 17.
        assertThat(records / batches).isCloseTo((double) large.records() / large.batches(), within(0.08 * 13));
    }

    @Test
    void aDamagedBatchIsToldWithPartitionAndOffsetAndTheOthersAreRead() throws IOException {
        KnownTopic topic = KnownTopic.mixed(broker, "damaged", 1);
        long offset = damageTheThirdBatch(broker.partitionFolder("damaged", 0));
        Invocation inspected = Invocation.of(
                        "inspect", "topic:damaged", "--bootstrap-server", broker.address(), "--json")
                .expectDone();
        Invocation measured = Invocation.of(
                        "measure",
                        "topic:damaged",
                        "--bootstrap-server",
                        broker.address(),
                        "--codecs",
                        "lz4",
                        "--batch-bytes",
                        "4KiB",
                        "--budget",
                        "1s",
                        "--json")
                .expectDone();

        assertThat(inspected.document().at("/notices/0/message").asText())
                .contains("partition damaged-0", "at offset " + offset, "CRC");
        assertThat(inspected.document().at("/profile/sample/unreadableBatches").asLong())
                .isEqualTo(1);
        assertThat(measured.document().at("/source/records").asLong()).isEqualTo(topic.records() - KnownTopic.DEEP);
        assertThat(measured.document().at("/source/notices/0/message").asText())
                .contains("partition damaged-0", "at offset " + offset, "CRC");
    }

    /** Large batches and batches of one record alternate: the third is a large one. */
    private static long damageTheThirdBatch(Path folder) throws IOException {
        Path file = folder.resolve("00000000000000000000.log");
        byte[] bytes = Files.readAllBytes(file);
        List<long[]> batches = new ArrayList<>();
        new BatchScanner().scan(ByteBuffer.wrap(bytes), header -> {
            batches.add(new long[] {header.position(), header.sizeBytes(), header.baseOffset()});
            return batches.size() < 3;
        });
        long[] third = batches.get(2);
        int last = (int) (third[0] + third[1] - 1);
        bytes[last] ^= 1;
        try (var channel = java.nio.channels.FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes, last, 1), last);
        }
        return third[2];
    }
}
