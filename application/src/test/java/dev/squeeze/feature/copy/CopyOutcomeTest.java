package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Records that a copy lacks or has changed are reported, and there are no false reports. */
@Tag("live")
@Timeout(120)
class CopyOutcomeTest {
    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    @Test
    void whatIsBehindAnOpenTransactionIsReportedAsNotCopied() {
        broker.create("open", 1, Map.of());
        CopiedTopics.numbered(broker, "open", 0, 20);
        try (KafkaProducer<byte[], byte[]> open = CopiedTopics.producer(broker, "none", "open-one")) {
            open.initTransactions();
            open.beginTransaction();
            open.send(new ProducerRecord<>("open", CopiedTopics.bytes("never committed")));
            open.flush();
            CopiedTopics.numbered(broker, "open", 20, 50);

            Invocation run = copy("open", "none", "--verify");

            assertThat(run.code()).isEqualTo(ExitCode.DONE);
            assertThat(run.out())
                    .doesNotContain("complete: everything that the source contained when the copy started")
                    .contains("31 offsets", "open transaction");
            open.abortTransaction();
        }
        assertThat(CopiedTopics.committed(broker, "open", 0)).hasSize(50);
        Invocation later = copy("open", "none", "--verify").expectDone();
        assertThat(later.out()).contains("complete: everything that the source contained when the copy started");
        CopiedTopics.assertSame(broker, "open", broker, "open-none", 1);
    }

    @Test
    void aCopyThatFailsForGoodLeavesNoOpenTransactionToItsConsumers() throws Exception {
        broker.create("keyless", 1, Map.of());
        CopiedTopics.numbered(broker, "keyless", 0, 20);
        try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, "none", "")) {
            producer.send(new ProducerRecord<>("keyless", CopiedTopics.bytes("without a key")));
        }
        broker.create("keyless-none", 1, Map.of("cleanup.policy", "compact"));

        Invocation run = copy("keyless", "none");

        assertThat(run.code()).isEqualTo(ExitCode.FAILED);
        assertThat(run.err()).contains("INVALID_RECORD");
        assertThat(broker.endOffsets("keyless-none").get(0)).isGreaterThan(20);
        assertThat(CopiedTopics.committed(broker, "keyless-none", 0)).isEmpty();
    }

    @Test
    void aDestinationThatBeginsToSetTimestampsGetsNoMore() throws Exception {
        broker.create("timed", 1, Map.of());
        CopiedTopics.numbered(broker, "timed", 0, 20);
        LiveRun run = LiveRun.start(arguments("timed", "lz4", "--follow"));
        awaitRecords("timed-lz4", 20);
        broker.configure("timed-lz4", "message.timestamp.type", "LogAppendTime");
        CopiedTopics.numbered(broker, "timed", 20, 40);
        TimeUnit.SECONDS.sleep(4);
        run.interrupt();

        Invocation ended = run.end();

        assertThat(new ArrayList<>(
                        CopiedTopics.committed(broker, "timed-lz4", 0).values()))
                .isEqualTo(new ArrayList<>(
                        CopiedTopics.committed(broker, "timed", 0).headMap(20L).values()));
        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err()).contains("LogAppendTime");
    }

    @Test
    void aGapCountsForTheCopyThatHadNotComeSoFar() throws Exception {
        broker.create("ahead", 1, Map.of());
        CopiedTopics.numbered(broker, "ahead", 0, 30);
        copy("ahead", "none").expectDone();
        CopiedTopics.numbered(broker, "ahead", 30, 100);
        copy("ahead", "zstd").expectDone();
        try (Admin admin = broker.admin()) {
            admin.deleteRecords(Map.of(new TopicPartition("ahead", 0), RecordsToDelete.beforeOffset(60)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
        CopiedTopics.numbered(broker, "ahead", 100, 110);

        JsonNode report =
                copy("ahead", "none,zstd", "--json").expectDone().document().get("report");

        assertThat(report.at("/copies/0/totalLostOffsets").asLong()).isEqualTo(30);
        assertThat(report.at("/copies/0/gaps")).hasSize(1);
        assertThat(report.at("/copies/1/totalLostOffsets").asLong()).isZero();
        assertThat(report.at("/copies/1/gaps")).isEmpty();
    }

    @Test
    void offsetsOfACopyThatDiffersAreNotMapped(@TempDir Path folder) {
        broker.create("mapped", 1, Map.of());
        CopiedTopics.numbered(broker, "mapped", 0, 30);
        copy("mapped", "none").expectDone();
        CopiedTopics.numbered(broker, "mapped-none", 7, 8);
        CopiedTopics.numbered(broker, "mapped", 30, 50);
        Path map = folder.resolve("map.csv");

        Invocation run = copy("mapped", "none", "--offset-map", map.toString());

        assertThat(run.code()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(map).doesNotExist();
        assertThat(run.err()).contains("map.csv was not written", "mapped-none differs");
    }

    @Test
    void aCopyThatItsTimeEndsBeforeItIsCompleteIsNotASuccess() {
        broker.create("slow", 1, Map.of());
        try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, "none", "")) {
            for (int i = 0; i < 100; i++) {
                producer.send(new ProducerRecord<>("slow", 0, (long) i, null, new byte[100_000]));
                producer.flush();
            }
        }

        Invocation run = copy("slow", "keep", "--duration", "1s", "--rate", "500KiB/s");

        assertThat(run.out()).contains("NOT COMPLETE");
        assertThat(run.code()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(run.err()).contains("--duration");
    }

    @Test
    void aSourceThatWasCompactedSinceIsNamedWhereTheCopyCannotBeComparedWithIt() throws Exception {
        broker.create("shrunk", 1, Map.of("segment.ms", "100"));
        again("shrunk", 4);
        copy("shrunk", "none", "--verify").expectDone();
        broker.configure("shrunk", "min.cleanable.dirty.ratio", "0.01");
        broker.configure("shrunk", "cleanup.policy", "compact");
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (CopiedTopics.committed(broker, "shrunk", 0).size() >= 80 && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(500);
        }

        Invocation run = copy("shrunk", "none", "--verify");

        assertThat(run.code()).isEqualTo(ExitCode.THRESHOLD_MISSED);
        assertThat(run.out()).contains("The source has cleanup.policy=compact");
    }

    /** Writes the keys of every other record again, in new segments. */
    private static void again(String topic, int times) throws InterruptedException {
        for (int time = 0; time < times; time++) {
            try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, "lz4", "")) {
                for (int i = 0; i < 20; i++) {
                    String key = i % 2 == 0 ? "again " + i : "once " + time + " " + i;
                    producer.send(
                            new ProducerRecord<>(topic, CopiedTopics.bytes(key), CopiedTopics.bytes("value " + time)));
                }
            }
            TimeUnit.MILLISECONDS.sleep(120);
        }
    }

    private static void awaitRecords(String topic, int count) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while ((!broker.topics().contains(topic)
                        || CopiedTopics.committed(broker, topic, 0).size() < count)
                && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        assertThat(CopiedTopics.committed(broker, topic, 0)).hasSize(count);
    }

    private static List<String> arguments(String topic, String codecs, String... more) {
        List<String> words =
                new ArrayList<>(List.of("copy", topic, "--bootstrap-server", broker.address(), "--codecs", codecs));
        words.addAll(List.of(more));
        return words;
    }

    private static Invocation copy(String topic, String codecs, String... more) {
        return Invocation.of(arguments(topic, codecs, more).toArray(String[]::new));
    }
}
