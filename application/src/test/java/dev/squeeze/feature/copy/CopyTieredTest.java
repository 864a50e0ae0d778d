package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.kafka.RackedBrokers;
import dev.squeeze.kit.source.TopicAccess;
import dev.squeeze.kit.source.TopicBatches;
import dev.squeeze.kit.source.TopicReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A topic whose records are in remote storage, on a real broker. */
@Tag("live")
@Timeout(150)
class CopyTieredTest {
    private static final int RECORDS = 60;
    /** More slow reads than a reader tolerates before it checks, but fewer than make it fail. */
    private static final int SLOW_READS = 8;

    private static final TopicPartition PARTITION = new TopicPartition("tiered", 0);

    @Test
    void nothingIsPassedOverWhileTheBrokerReadsRemoteStorage(@TempDir Path folder) throws Exception {
        Path remote = Files.createDirectory(folder.resolve("remote"));
        try (RackedBrokers broker = RackedBrokers.start(folder, List.of("a"), settings(remote));
                Admin admin = Admin.create(Map.of("bootstrap.servers", broker.address()))) {
            write(admin, broker.address());
            assertThat(awaitLocalStart(admin)).isGreaterThan(RECORDS / 2);

            Invocation run = Invocation.of(
                    "copy", "tiered", "--bootstrap-server", broker.address(), "--codecs", "zstd", "--verify", "--json");

            assertThat(run.code()).as(run.err()).isEqualTo(ExitCode.DONE);
            JsonNode report = run.document().get("report");
            assertThat(report.at("/copies/0/records").asLong()).isEqualTo(RECORDS);
            assertThat(report.at("/complete").asBoolean()).isTrue();
            samplesSayWhatDoesNotArrive(broker.address(), remote);
        }
    }

    private static void samplesSayWhatDoesNotArrive(String address, Path remote) throws Exception {
        TopicAccess access = new TopicAccess(
                Map.of("bootstrap.servers", address), Duration.ofSeconds(4), 1 << 20, TopicAccess.DEFAULT_RATE, 7);
        TopicBatches all = TopicReader.fetch("tiered", access, (read, expected) -> {});
        Files.createFile(remote.resolve(SlowRemoteStorage.STUCK));
        TopicBatches local = TopicReader.fetch("tiered", access, (read, expected) -> {});

        assertThat(all.whole()).isTrue();
        assertThat(all.readOffsets()).isEqualTo(RECORDS);
        assertThat(all.notices()).isEmpty();
        assertThat(local.whole()).isFalse();
        assertThat(local.readOffsets()).isLessThan(RECORDS / 2);
        assertThat(local.notices()).singleElement().satisfies(notice -> assertThat(notice.message())
                .contains("1 of 1 partitions (0): ", "from remote storage (tiered storage) timed out"));
    }

    private static void write(Admin admin, String address) throws Exception {
        NewTopic topic = new NewTopic("tiered", 1, (short) 1)
                .configs(Map.of(
                        "remote.storage.enable",
                        "true",
                        "segment.ms",
                        "50",
                        "local.retention.ms",
                        "1",
                        "retention.ms",
                        "-1"));
        admin.createTopics(List.of(topic)).all().get(30, TimeUnit.SECONDS);
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", address), new ByteArraySerializer(), new ByteArraySerializer())) {
            for (int i = 0; i < RECORDS; i++) {
                producer.send(new ProducerRecord<>("tiered", 0, null, CopiedTopics.bytes("value " + i)));
                if (i % 10 == 9) {
                    producer.flush();
                    TimeUnit.MILLISECONDS.sleep(100);
                }
            }
        }
    }

    private static long awaitLocalStart(Admin admin) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        long start = 0;
        while (start <= RECORDS / 2 && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(200);
            start = admin.listOffsets(Map.of(PARTITION, OffsetSpec.earliestLocal()))
                    .partitionResult(PARTITION)
                    .get(30, TimeUnit.SECONDS)
                    .offset();
        }
        return start;
    }

    private static Map<String, String> settings(Path remote) {
        Map<String, String> settings = new HashMap<>(Map.of(
                "offsets.topic.replication.factor", "1",
                "offsets.topic.num.partitions", "1",
                "transaction.state.log.replication.factor", "1",
                "transaction.state.log.num.partitions", "1",
                "transaction.state.log.min.isr", "1"));
        settings.putAll(Map.of(
                "remote.log.storage.system.enable",
                "true",
                "remote.log.storage.manager.class.name",
                SlowRemoteStorage.class.getName(),
                "rsm.config." + SlowRemoteStorage.FOLDER,
                remote.toString(),
                "rsm.config." + SlowRemoteStorage.SLOW_READS,
                String.valueOf(SLOW_READS),
                "remote.log.metadata.manager.listener.name",
                "PLAINTEXT",
                "rlmm.config.remote.log.metadata.topic.replication.factor",
                "1",
                "rlmm.config.remote.log.metadata.topic.num.partitions",
                "1",
                "remote.log.manager.task.interval.ms",
                "200",
                "remote.fetch.max.wait.ms",
                "100",
                "log.retention.check.interval.ms",
                "300"));
        settings.put("log.initial.task.delay.ms", "100");
        return settings;
    }
}
