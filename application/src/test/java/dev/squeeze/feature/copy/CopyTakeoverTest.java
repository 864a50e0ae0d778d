package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cli.ExitCode;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.ConsumerGroupMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Which of several runs writes a copy, and how long a run retries. */
@Tag("live")
@Timeout(120)
class CopyTakeoverTest {
    private static final long TIMEOUT_SECONDS = 30;

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    @Test
    void aCommandThatIsRefusedLeavesTheCopyAloneThatIsRunning() throws Exception {
        create("right", "wrong");
        CopiedTopics.numbered(broker, "right", 0, 10);
        CopiedTopics.numbered(broker, "wrong", 0, 10);
        LiveRun run = LiveRun.start(arguments("right", "--to-topic", "shared", "--follow", "--json"));
        awaitCopied("shared", 10);

        Invocation.of(arguments("wrong", "--to-topic", "shared").toArray(String[]::new))
                .expectRefusal(ExitCode.FAILED, "topic shared is a copy of another topic");

        CopiedTopics.numbered(broker, "right", 10, 20);
        awaitCopied("shared", 20);
        run.interrupt();
        assertThat(document(run.end()).at("/report/recoveryCount").asInt()).isZero();
    }

    @Test
    void aCommandThatIsRefusedForOneOfItsCopiesHasCreatedNone() throws Exception {
        create("two", "two-zstd");
        CopiedTopics.numbered(broker, "two", 0, 10);
        CopiedTopics.numbered(broker, "two-zstd", 0, 10);

        Invocation.of("copy", "two", "--bootstrap-server", broker.address(), "--codecs", "keep,zstd")
                .expectRefusal(ExitCode.FAILED, "partition two-zstd-0", "contains records that no copy has written");

        assertThat(broker.topics()).doesNotContain("two-keep");
    }

    @Test
    void aRunWhoseTransactionsWereEndedByTheBrokerGoesOn() throws Exception {
        create("fenced");
        CopiedTopics.numbered(broker, "fenced", 0, 10);
        LiveRun run = LiveRun.start(arguments("fenced", "--follow", "--json", "--verify"));
        awaitCopied("fenced-keep", 10);
        // Leaves a producer in the state after a transaction timed out.
        try (Admin admin = broker.admin()) {
            admin.fenceProducers(List.of("squeeze-copy-fenced-keep")).all().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }

        CopiedTopics.numbered(broker, "fenced", 10, 30);
        awaitCopied("fenced-keep", 30);
        run.interrupt();

        assertThat(document(run.end()).at("/report/recoveryCount").asInt()).isPositive();
        CopiedTopics.assertSame(broker, "fenced", broker, "fenced-keep", 1);
    }

    @Test
    void whatARunHadCommittedIsKnownWhileItsLastTransactionIsStillOpen() throws Exception {
        create("midway");
        CopiedTopics.numbered(broker, "midway", 0, 10);
        assertThat(Invocation.of(arguments("midway").toArray(String[]::new)).code())
                .isEqualTo(ExitCode.DONE);
        leaveATransactionOpen("midway-keep");
        CopiedTopics.numbered(broker, "midway", 10, 20);

        Invocation again = Invocation.of(arguments("midway", "--verify").toArray(String[]::new));

        assertThat(again.code()).as(again.err()).isEqualTo(ExitCode.DONE);
        CopiedTopics.assertSame(broker, "midway", broker, "midway-keep", 1);
    }

    /** Leaves the state after kill -9 between the commit of offsets and the end of the transaction. */
    @SuppressWarnings("removal") // Kafka 4 has no other way to name a group without a consumer.
    private static void leaveATransactionOpen(String copy) throws Exception {
        String id = "squeeze-copy-" + copy;
        KafkaProducer<byte[], byte[]> killed = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address(), "transactional.id", id),
                new ByteArraySerializer(),
                new ByteArraySerializer());
        killed.initTransactions();
        killed.beginTransaction();
        try (Admin admin = broker.admin()) {
            killed.sendOffsetsToTransaction(
                    admin.listConsumerGroupOffsets(id)
                            .partitionsToOffsetAndMetadata()
                            .get(TIMEOUT_SECONDS, TimeUnit.SECONDS),
                    new ConsumerGroupMetadata(id));
        }
        killed.close(Duration.ZERO);
    }

    @Test
    void ofTwoRunsOfTheSameCopyTheLaterOneWritesAndTheOtherSaysWhyItEnds() throws Exception {
        create("twice");
        CopiedTopics.numbered(broker, "twice", 0, 10);
        LiveRun first = LiveRun.start(arguments("twice", "--follow"));
        awaitCopied("twice-keep", 10);
        String owner = progress("twice-keep");
        LiveRun second = LiveRun.start(arguments("twice", "--follow", "--verify", "--json"));
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (progress("twice-keep").equals(owner) && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(50);
        }

        CopiedTopics.numbered(broker, "twice", 10, 30);
        Invocation ended = first.end();
        awaitCopied("twice-keep", 30);
        second.interrupt();

        assertThat(ended.code()).isEqualTo(ExitCode.FAILED);
        assertThat(ended.err()).contains("another run has taken over the copy twice-keep");
        assertThat(document(second.end()).at("/report/recoveryCount").asInt()).isZero();
        CopiedTopics.assertSame(broker, "twice", broker, "twice-keep", 1);
    }

    @Test
    void aPauseLongerThanTheTimeoutCostsNothing(@TempDir Path folder) throws Exception {
        create("paused");
        CopiedTopics.numbered(broker, "paused", 0, 10);
        try (CopyProcess copy = CopyProcess.start(
                folder.resolve("out"),
                "paused",
                broker.address(),
                "--codecs",
                "keep",
                "--follow",
                "--timeout",
                "5s",
                "--retry-timeout",
                "5s")) {
            awaitCopied("paused-keep", 10);
            copy.suspend();
            TimeUnit.SECONDS.sleep(8);
            CopiedTopics.numbered(broker, "paused", 10, 30);
            copy.resume();
            awaitCopied("paused-keep", 30);
            copy.interrupt();

            assertThat(copy.code()).as(copy.said()).isEqualTo(ExitCode.INTERRUPTED);
        }
        CopiedTopics.assertSame(broker, "paused", broker, "paused-keep", 1);
    }

    /** The metadata committed with the offset of the first partition. */
    private static String progress(String topic) throws Exception {
        try (Admin admin = broker.admin()) {
            return admin.listConsumerGroupOffsets("squeeze-copy-" + topic)
                    .partitionsToOffsetAndMetadata()
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                    .get(new TopicPartition(topic, 0))
                    .metadata();
        }
    }

    private static void create(String... topics) {
        for (String topic : topics) {
            broker.create(topic, 1, Map.of("retention.ms", "-1"));
        }
    }

    private static void awaitCopied(String topic, int records) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        int found = -1;
        while (found < records && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(50);
            found = broker.topics().contains(topic)
                    ? CopiedTopics.committed(broker, topic, 0).size()
                    : -1;
        }
        assertThat(found).as("records in " + topic).isEqualTo(records);
    }

    private static JsonNode document(Invocation ended) {
        assertThat(ended.code()).as(ended.err()).isEqualTo(ExitCode.DONE);
        return ResultSchema.parse(ended.out());
    }

    private static List<String> arguments(String topic, String... more) {
        List<String> words =
                new ArrayList<>(List.of("copy", topic, "--bootstrap-server", broker.address(), "--codecs", "keep"));
        words.addAll(List.of(more));
        return words;
    }
}
