package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.kit.cli.ExitCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Where copies start, continue and end, and to which topics and clusters they may be written. */
@Tag("live")
@Timeout(120)
class CopyAgainTest {
    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    @RegisterExtension
    static final BrokerForTests other = new BrokerForTests();

    @Test
    void aSecondRunCopiesOnlyWhatIsNew() {
        create("again");
        CopiedTopics.numbered(broker, "again", 0, 30);
        assertThat(records(copy("again", "zstd", "--json"))).isEqualTo(30);
        assertThat(records(copy("again", "zstd", "--json"))).isZero();
        CopiedTopics.numbered(broker, "again", 30, 45);

        JsonNode third = copy("again", "zstd", "--json", "--verify");

        assertThat(records(third)).isEqualTo(15);
        assertThat(third.at("/report/copies/0/totalRecords").asInt()).isEqualTo(45);
        assertThat(third.at("/proofs/0/partitions/0/copyRecords").asInt()).isEqualTo(45);
        CopiedTopics.assertSame(broker, "again", broker, "again-zstd", 1);
    }

    /** The first copy's position is after a marker, between two batches that could be joined. */
    @Test
    void joinedBatchesOfASourceWithTransactionsAddNothingTwiceToACopyThatIsAhead() {
        create("ahead");
        try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, "none", "ahead-one")) {
            producer.initTransactions();
            transaction(producer, "ahead", 0, 10);
            assertThat(records(copy("ahead", "lz4", "--batch-size", "256KiB", "--json")))
                    .isEqualTo(10);
            transaction(producer, "ahead", 10, 20);
        }

        copy("ahead", "lz4,zstd", "--batch-size", "256KiB", "--json");

        CopiedTopics.assertSame(broker, "ahead", broker, "ahead-lz4", 1);
        CopiedTopics.assertSame(broker, "ahead", broker, "ahead-zstd", 1);
    }

    private static void transaction(KafkaProducer<byte[], byte[]> producer, String topic, int from, int to) {
        producer.beginTransaction();
        for (int i = from; i < to; i++) {
            producer.send(new ProducerRecord<>(topic, 0, (long) i, null, CopiedTopics.bytes("value " + i)));
        }
        producer.commitTransaction();
    }

    @Test
    void aCopyThatBeginsNowHasWhatComesLater() {
        create("later");
        CopiedTopics.numbered(broker, "later", 0, 30);
        assertThat(records(copy("later", "none", "--from", "latest", "--json"))).isZero();
        CopiedTopics.numbered(broker, "later", 30, 50);

        assertThat(records(copy("later", "none", "--from", "latest", "--json", "--verify")))
                .isEqualTo(20);
        assertThat(new ArrayList<>(
                        CopiedTopics.committed(broker, "later-none", 0).values()))
                .isEqualTo(new ArrayList<>(
                        CopiedTopics.committed(broker, "later", 0).tailMap(30L).values()));
    }

    @Test
    void aTimeInTheMiddleOfABatchLeavesItsFirstRecordsOut() {
        create("since");
        CopiedTopics.numbered(broker, "since", 0, 40);

        JsonNode document =
                copy("since", "gzip,keep", "--from", String.valueOf(CopiedTopics.millisOf(17)), "--json", "--verify");

        assertThat(document.at("/report/copies/0/progress/0/startOffset").asInt())
                .isEqualTo(17);
        List<String> expected = new ArrayList<>(
                CopiedTopics.committed(broker, "since", 0).tailMap(17L).values());
        for (String topic : List.of("since-gzip", "since-keep")) {
            assertThat(new ArrayList<>(CopiedTopics.committed(broker, topic, 0).values()))
                    .isEqualTo(expected);
        }
    }

    @Test
    void aTopicIsFollowedWhileAProducerWrites() throws Exception {
        create("live");
        LiveRun run = LiveRun.start(arguments("live", "lz4", "--follow", "--json"));
        try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, "none", "")) {
            for (int i = 0; i < 100; i++) {
                producer.send(new ProducerRecord<>("live", 0, (long) i, null, CopiedTopics.bytes("live " + i)));
                producer.flush();
                TimeUnit.MILLISECONDS.sleep(5);
            }
        }
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while ((!broker.topics().contains("live-lz4")
                        || CopiedTopics.committed(broker, "live-lz4", 0).size() < 100)
                && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        run.interrupt();

        JsonNode document = run.end().expectDone().document();
        assertThat(document.get("followed").asBoolean()).isTrue();
        CopiedTopics.assertSame(broker, "live", broker, "live-lz4", 1);
    }

    @Test
    void aTopicIsFollowedForTheGivenTimeAndNoFasterThanTheRate() {
        create("paced");
        try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, "none", "")) {
            for (int i = 0; i < 250; i++) {
                producer.send(new ProducerRecord<>("paced", 0, (long) i, null, new byte[100_000]));
            }
        }

        JsonNode document = copy("paced", "keep", "--follow", "--duration", "2s", "--rate", "1MiB/s", "--json");

        // Two seconds at the rate, plus what may be ahead of it: two responses, each with one second's bytes and a
        // batch.
        assertThat(document.at("/report/copies/0/bytes").asLong()).isPositive().isLessThan((2 + 4) << 20);
        assertThat(document.get("rate").asText()).isEqualTo("1 MiB/s");
    }

    @Test
    void anotherClusterGetsTheTopicUnderItsOwnName() {
        CopiedTopics.everything(broker, "mirrored");

        JsonNode document = copy("mirrored", "keep", "--to-bootstrap-server", other.address(), "--verify", "--json");

        CopiedTopics.assertSame(broker, "mirrored", other, "mirrored", CopiedTopics.PARTITIONS);
        assertThat(document.at("/destination/bootstrap").asText()).isEqualTo(other.address());
        assertThat(document.at("/report/copies/0/bytes").asLong()).isPositive();
    }

    @Test
    void topicsThatCannotHoldACopyAreRefusedWithTheRemedy() {
        create("source");
        CopiedTopics.numbered(broker, "source", 0, 10);
        create("full");
        CopiedTopics.numbered(broker, "full", 0, 1);
        broker.create("wide", 2, Map.of());
        broker.create("packed", 1, Map.of("compression.type", "gzip"));
        broker.create("appending", 1, Map.of("message.timestamp.type", "LogAppendTime"));
        create("copied-before");
        CopiedTopics.numbered(broker, "copied-before", 0, 10);
        copy("copied-before", "zstd", "--to-topic", "taken", "--json");

        refused("full", "partition full-0", "contains records that no copy has written", "choose another --to-topic");
        refused("wide", "has 2 partitions and the source 1", "--to-topic");
        refused("packed", "compression.type=gzip", "set it to producer");
        refused("appending", "LogAppendTime", "set it to CreateTime");
        refused("taken", "is a copy of another topic", "choose another --to-topic");
    }

    @Test
    void aTopicThatIsNotThereIsNamed() {
        Invocation.of(arguments("nowhere", "zstd").toArray(String[]::new))
                .expectRefusal(ExitCode.FAILED, "topic nowhere", "check the name");
    }

    private static void refused(String toTopic, String... parts) {
        Invocation.of(arguments("source", "zstd", "--to-topic", toTopic).toArray(String[]::new))
                .expectRefusal(ExitCode.FAILED, parts);
    }

    private static void create(String topic) {
        broker.create(topic, 1, Map.of("retention.ms", "-1"));
    }

    private static long records(JsonNode document) {
        return document.at("/report/copies/0/records").asLong();
    }

    private static JsonNode copy(String topic, String codecs, String... more) {
        return Invocation.of(arguments(topic, codecs, more).toArray(String[]::new))
                .expectDone()
                .document();
    }

    private static List<String> arguments(String topic, String codecs, String... more) {
        List<String> words =
                new ArrayList<>(List.of("copy", topic, "--bootstrap-server", broker.address(), "--codecs", codecs));
        words.addAll(List.of(more));
        return words;
    }
}
