package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Copies within a real cluster contain exactly what Kafka's own consumer reads from the source, record by record. */
@Tag("live")
@Timeout(120)
class CopyCommandTest {
    private static final int PARTITIONS = CopiedTopics.PARTITIONS;

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    @BeforeAll
    static void write() {
        CopiedTopics.everything(broker, "everything");
    }

    @Test
    void everyCodecAndBatchesAsTheyAreHoldTheSameRecordsInTheSameBatches() {
        Invocation run = copy("everything", "none,gzip,snappy,lz4,zstd:3,keep", "--verify", "--json");
        JsonNode document = run.expectDone().document();

        assertThat(document.at("/report/complete").asBoolean()).isTrue();
        assertThat(document.get("proofs")).hasSize(6);
        assertThat(run.out() + run.err()).doesNotContain(CopiedTopics.CONTENT);
        int sourceBatches = batches("everything");
        for (JsonNode one : document.at("/report/copies")) {
            String topic = one.get("topic").asText();
            CopiedTopics.assertSame(broker, "everything", broker, topic, PARTITIONS);
            assertThat(one.get("abortedRecords").asInt()).isEqualTo(CopiedTopics.ABORTED);
            assertThat(one.get("batches").asInt()).isEqualTo(sourceBatches - CopiedTopics.ABORTED);
        }
        assertThat(codecs("everything-none")).containsExactly("none");
        assertThat(codecs("everything-zstd-3")).containsExactly("zstd");
        assertThat(codecs("everything-keep")).containsExactlyInAnyOrder("none", "gzip", "zstd");
        assertThat(document.at("/report/copies/5/keptBatches").asInt()).isEqualTo(sourceBatches - CopiedTopics.ABORTED);
    }

    @Test
    void neighbouringBatchesAreJoinedAndNothingElseChanges() {
        JsonNode document = copy(
                        "everything", "zstd,keep", "--batch-size", "64KiB", "--to-topic", "joined-{codec}", "--json")
                .expectDone()
                .document();

        for (JsonNode one : document.at("/report/copies")) {
            CopiedTopics.assertSame(
                    broker, "everything", broker, one.get("topic").asText(), PARTITIONS);
            assertThat(one.get("batches").asInt()).isLessThan(batches("everything") / 2);
        }
        assertThat(codecs("joined-keep")).containsExactlyInAnyOrder("none", "gzip", "zstd");
    }

    @Test
    void timestampsThatTheBrokerSetAreKept() {
        broker.create("appended", 1, Map.of("message.timestamp.type", "LogAppendTime"));
        CopiedTopics.numbered(broker, "appended", 0, 40);

        copy("appended", "gzip,keep", "--verify").expectDone();

        CopiedTopics.assertSame(broker, "appended", broker, "appended-gzip", 1);
        CopiedTopics.assertSame(broker, "appended", broker, "appended-keep", 1);
    }

    @Test
    void batchesThatAreTooLargeWithoutCompressionAreDivided() {
        broker.create("zeros", 1, Map.of("retention.ms", "-1"));
        try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, "zstd", "")) {
            for (int i = 0; i < 30; i++) {
                producer.send(
                        new ProducerRecord<>("zeros", 0, 5L + i, CopiedTopics.bytes("key " + i), new byte[100_000]));
            }
        }
        assertThat(batches("zeros")).isEqualTo(1);

        copy("zeros", "none", "--verify").expectDone();

        CopiedTopics.assertSame(broker, "zeros", broker, "zeros-none", 1);
        assertThat(batches("zeros-none")).isGreaterThanOrEqualTo(3);
    }

    @Test
    void whatACleanerLeftIsCopiedWithNewOffsetsAndTheMapTellsThem(@TempDir Path folder) throws Exception {
        broker.create(
                "cleaned",
                1,
                Map.of(
                        "cleanup.policy",
                        "compact",
                        "segment.ms",
                        "100",
                        "min.cleanable.dirty.ratio",
                        "0.01",
                        "max.compaction.lag.ms",
                        "100"));
        for (int round = 0; round < 6; round++) {
            try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, "lz4", "")) {
                for (int i = 0; i < 20; i++) {
                    String key = i % 2 == 0 ? "again " + i : "once " + round + " " + i;
                    producer.send(
                            new ProducerRecord<>("cleaned", CopiedTopics.bytes(key), CopiedTopics.bytes("v" + round)));
                }
            }
            TimeUnit.MILLISECONDS.sleep(120);
        }
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (CopiedTopics.committed(broker, "cleaned", 0).size() == 120 && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(500);
        }
        Path file = folder.resolve("map.csv");

        copy("cleaned", "keep", "--verify", "--offset-map", file.toString()).expectDone();

        CopiedTopics.assertSame(broker, "cleaned", broker, "cleaned-keep", 1);
        TreeMap<Long, String> source = CopiedTopics.committed(broker, "cleaned", 0);
        assertThat(source.size()).isLessThan(120);
        List<Long> left = new ArrayList<>();
        List<Long> right = new ArrayList<>();
        for (String row : Files.readAllLines(file).stream().skip(1).toList()) {
            String[] cells = row.split(",");
            for (long i = 0; i < Long.parseLong(cells[3]); i++) {
                left.add(Long.parseLong(cells[1]) + i);
                right.add(Long.parseLong(cells[2]) + i);
            }
        }
        assertThat(left).containsExactlyElementsOf(source.keySet());
        assertThat(right)
                .containsExactlyElementsOf(
                        CopiedTopics.committed(broker, "cleaned-keep", 0).keySet());
    }

    @Test
    void aRecordTooManyOrTooFewInTheCopyIsFound() throws Exception {
        broker.create("watched", 1, Map.of("retention.ms", "-1"));
        CopiedTopics.numbered(broker, "watched", 0, 50);
        copy("watched", "none,lz4", "--verify").expectDone();
        CopiedTopics.numbered(broker, "watched-none", 7, 8);
        try (Admin admin = broker.admin()) {
            admin.deleteRecords(Map.of(new TopicPartition("watched-lz4", 0), RecordsToDelete.beforeOffset(1)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }

        Invocation run = copy("watched", "none,lz4", "--verify");

        assertThat(run.code()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(run.out())
                .contains("watched-none DIFFERS in 1 partition: 0 has 51 records")
                .contains("watched-lz4 DIFFERS in 1 partition: 0 has 49 records");
    }

    static Invocation copy(String topic, String codecs, String... more) {
        List<String> words =
                new ArrayList<>(List.of("copy", topic, "--bootstrap-server", broker.address(), "--codecs", codecs));
        words.addAll(List.of(more));
        return Invocation.of(words.toArray(String[]::new));
    }

    private static int batches(String topic) {
        JsonNode profile = profile(topic);
        return profile.get("batches").asInt();
    }

    private static List<String> codecs(String topic) {
        List<String> codecs = new ArrayList<>();
        profile(topic).get("codecs").forEach(one -> codecs.add(one.get("codec").asText()));
        return codecs;
    }

    private static JsonNode profile(String topic) {
        return Invocation.of("inspect", "--json", "topic:" + topic, "--bootstrap-server", broker.address())
                .document()
                .get("profile");
    }
}
