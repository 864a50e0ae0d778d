package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.ResultSchema;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.LiveCluster;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A source that gets new partitions, is replaced by a topic of the same name, or is the destination itself. */
@Tag("live")
@Timeout(120)
class CopySourceChangesTest {
    private static final long TIMEOUT_SECONDS = 30;

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    @Test
    void partitionsThatAreAddedWhileATopicIsFollowedAreCopiedFromTheirFirstRecordOn() throws Exception {
        create("growing", 2);
        write("growing", 0, 40, 2);
        LiveRun run = LiveRun.start(
                arguments("growing", "zstd", "--follow", "--metadata-max-age", "200ms", "--verify", "--json"));
        awaitCopied("growing-zstd", 40, 2);

        grow("growing", 4);
        write("growing", 40, 120, 4);
        awaitCopied("growing-zstd", 120, 4);
        run.interrupt();

        JsonNode document = document(run.end(), ExitCode.DONE);
        assertThat(document.at("/report/partitions").asInt()).isEqualTo(4);
        assertThat(document.at("/report/recoveryCount").asInt()).isZero();
        assertThat(document.at("/proofs/0/partitions")).hasSize(4);
        CopiedTopics.assertSame(broker, "growing", broker, "growing-zstd", 4);
    }

    @Test
    void theNextRunCopiesPartitionsThatWereAddedSinceWhollyWhereverTheCopyBegan() throws Exception {
        create("grown", 2);
        write("grown", 0, 20, 2);
        copy("grown", "keep", "--from", "latest");
        grow("grown", 3);
        write("grown", 20, 80, 3);

        JsonNode document = copy("grown", "keep", "--from", "latest", "--verify");

        assertThat(document.at("/report/copies/0/records").asInt()).isEqualTo(60);
        assertThat(document.at("/report/complete").asBoolean()).isTrue();
        assertThat(new ArrayList<>(
                        CopiedTopics.committed(broker, "grown-keep", 2).values()))
                .hasSize(20)
                .isEqualTo(new ArrayList<>(
                        CopiedTopics.committed(broker, "grown", 2).values()));
    }

    @Test
    void aPartitionThatIsNotCopiedYetIsADifference() throws Exception {
        create("overtaken", 1);
        write("overtaken", 0, 10, 1);
        LiveRun run = LiveRun.start(arguments("overtaken", "keep", "--follow", "--verify", "--json"));
        awaitCopied("overtaken-keep", 10, 1);
        grow("overtaken", 2);
        write("overtaken", 10, 20, 2);
        run.interrupt();

        JsonNode document = document(run.end(), ExitCode.THRESHOLD_MISSED);

        assertThat(document.at("/proofs/0/partitions/1/sourceRecords").asInt()).isEqualTo(5);
        assertThat(document.at("/proofs/0/partitions/1/copyRecords").asInt()).isZero();
    }

    @Test
    void aTopicThatIsNoCopyYetIsNotGrown() {
        create("wide", 3);
        create("narrow", 1);

        Invocation.of(arguments("wide", "keep", "--to-topic", "narrow").toArray(String[]::new))
                .expectRefusal(
                        ExitCode.FAILED,
                        "has 1 partitions and the source 3",
                        "kafka-topics.sh --bootstrap-server " + broker.address()
                                + " --alter --topic narrow --partitions 3");
    }

    @Test
    void aCopyThatWasMadeButNotBegunIsGrown() throws Exception {
        create("sudden", 1);
        write("sudden", 0, 10, 1);
        copy("sudden", "keep");
        // A run that was killed between the two steps leaves the topic, but no progress.
        try (Admin admin = broker.admin()) {
            admin.deleteConsumerGroups(List.of("squeeze-copy-sudden-keep"))
                    .all()
                    .get(30, TimeUnit.SECONDS);
            admin.deleteRecords(Map.of(new TopicPartition("sudden-keep", 0), RecordsToDelete.beforeOffset(-1)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        }
        grow("sudden", 2);

        assertThat(copy("sudden", "keep", "--verify").at("/report/complete").asBoolean())
                .isTrue();
    }

    @Test
    void aSourceThatIsReplacedWhileTheCopyIsSuspendedEndsIt(@TempDir Path folder) throws Exception {
        create("replaced", 1);
        write("replaced", 0, 100, 1);
        try (CopyProcess copy = CopyProcess.start(
                folder.resolve("out"), "replaced", broker.address(), "--codecs", "keep", "--follow")) {
            awaitCopied("replaced-keep", 100, 1);
            copy.suspend();
            broker.delete(Set.of("replaced"));
            awaitGone("replaced");
            create("replaced", 1);
            write("replaced", 1_000, 1_300, 1);
            copy.resume();

            assertThat(copy.code()).as(copy.said()).isEqualTo(ExitCode.FAILED);

            assertThat(copy.said())
                    .contains(
                            "topic replaced",
                            "deleted and created again",
                            "partition 0 up to offset 100",
                            "--to-topic");
        }
        assertThat(CopiedTopics.committed(broker, "replaced-keep", 0)).hasSize(100);
    }

    @Test
    void aDestinationThatIsReplacedWhileTheCopyIsSuspendedGetsNothingOfTheMiddle(@TempDir Path folder)
            throws Exception {
        create("kept", 1);
        write("kept", 0, 100, 1);
        try (CopyProcess copy =
                CopyProcess.start(folder.resolve("out"), "kept", broker.address(), "--codecs", "keep", "--follow")) {
            awaitCopied("kept-keep", 100, 1);
            copy.suspend();
            broker.delete(Set.of("kept-keep"));
            awaitGone("kept-keep");
            create("kept-keep", 1);
            write("kept", 100, 200, 1);
            copy.resume();

            assertThat(copy.code()).as(copy.said()).isEqualTo(ExitCode.FAILED);

            assertThat(copy.said()).contains("topic kept-keep", "deleted and created again while it was copied to");
        }
        assertThat(CopiedTopics.committed(broker, "kept-keep", 0)).isEmpty();
    }

    @Test
    void aTopicUnderAnotherAddressOfItsClusterIsNotCopiedIntoItself() {
        create("mirror", 1);
        String elsewhere = broker.address().replace("127.0.0.1", "localhost");
        assertThat(elsewhere).isNotEqualTo(broker.address());

        Invocation.of(arguments("mirror", "keep", "--to-bootstrap-server", elsewhere, "--follow", "--duration", "3s")
                        .toArray(String[]::new))
                .expectRefusal(ExitCode.FAILED, "topic mirror", "is the source itself", "--to-topic");
    }

    @Test
    void aSourceThatIsDeletedBeforeItIsComparedDoesNotComeBackByBeingRead() throws Exception {
        create("deleted", 1);
        write("deleted", 0, 10, 1);
        RemoteCluster cluster = new RemoteCluster(broker.address(), Map.of());
        CopyReport report = copyWithoutComparing(cluster, "deleted", "deleted-keep");
        broker.delete(Set.of("deleted"));
        awaitGone("deleted");

        CopyComparison comparison = new CopyComparison(
                cluster, cluster, "deleted", Duration.ofSeconds(2), false, records -> {}, () -> false);
        assertThatThrownBy(() -> comparison.compare(report.copies().get(0)))
                .isInstanceOf(CopyException.class)
                .hasMessageContaining("topic deleted");

        assertThat(broker.topics()).doesNotContain("deleted");
    }

    /** A restarted broker writes the markers of a pending commit only after it has recovered. */
    @Test
    void markersOfACommittedTransactionThatComeLateAreWaitedFor() throws Exception {
        create("slow-to-commit", 1);
        create("slow-to-commit-keep", 1);
        RemoteCluster cluster = new RemoteCluster(broker.address(), Map.of());
        CopyComparison comparison = new CopyComparison(
                cluster, cluster, "slow-to-commit", Duration.ofSeconds(10), false, records -> {}, () -> false);
        List<CopyReport.PartitionProgress> copied = List.of(new CopyReport.PartitionProgress(0, 0, 20, 20));
        try (KafkaProducer<byte[], byte[]> source = CopiedTopics.producer(broker, "none", "");
                KafkaProducer<byte[], byte[]> copy = CopiedTopics.producer(broker, "none", "markers-late")) {
            send(source, "slow-to-commit");
            copy.initTransactions();
            copy.beginTransaction();
            send(copy, "slow-to-commit-keep");
            CompletableFuture<CopyComparison.Compared> compared =
                    CompletableFuture.supplyAsync(() -> comparison.compare("slow-to-commit-keep", copied));
            TimeUnit.SECONDS.sleep(7);
            copy.commitTransaction();

            assertThat(compared.get(TIMEOUT_SECONDS, TimeUnit.SECONDS).proof())
                    .satisfies(proof -> assertThat(proof.equal()).isTrue())
                    .satisfies(proof -> assertThat(proof.records()).isEqualTo(20));
        }
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String topic) {
        for (int i = 0; i < 20; i++) {
            producer.send(
                    new ProducerRecord<>(topic, 0, 1_700_000_000_000L + i, null, CopiedTopics.bytes("record " + i)));
        }
        producer.flush();
    }

    private static CopyReport copyWithoutComparing(RemoteCluster cluster, String topic, String copy) {
        CopyPlan plan = new CopyPlan(
                topic,
                List.of(new CopyTarget(Optional.empty(), copy)),
                0,
                new CopyStart.Earliest(),
                false,
                Optional.empty(),
                Optional.empty(),
                OptionalInt.of(1),
                Map.of(),
                1,
                Duration.ofSeconds(10),
                Duration.ofSeconds(10),
                Duration.ofSeconds(30));
        CopyListener silent = new CopyListener() {
            @Override
            public void copied(long records, long bytes, double fraction) {}

            @Override
            public void waiting(String why) {}
        };
        return TopicCopier.run(
                plan, cluster, new LiveCluster(cluster, Optional.empty(), () -> {}), silent, () -> false);
    }

    private static void create(String topic, int partitions) {
        broker.create(topic, partitions, Map.of("retention.ms", "-1"));
    }

    private static void grow(String topic, int partitions) throws Exception {
        try (Admin admin = broker.admin()) {
            admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(partitions)))
                    .all()
                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
        }
    }

    /** Writes a range of records, distributed over the partitions. */
    private static void write(String topic, int from, int to, int partitions) {
        try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, "lz4", "")) {
            for (int i = from; i < to; i++) {
                producer.send(new ProducerRecord<>(
                        topic, i % partitions, CopiedTopics.millisOf(i), null, CopiedTopics.bytes("value " + i)));
            }
        }
    }

    private static void awaitCopied(String topic, int records, int partitions) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        int found = -1;
        while (found < records && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(50);
            found = copied(topic, partitions);
        }
        assertThat(found).as("records in " + topic).isEqualTo(records);
    }

    private static int copied(String topic, int partitions) throws Exception {
        try (Admin admin = broker.admin()) {
            if (!broker.topics().contains(topic)
                    || admin.describeTopics(List.of(topic))
                                    .allTopicNames()
                                    .get(TIMEOUT_SECONDS, TimeUnit.SECONDS)
                                    .values()
                                    .iterator()
                                    .next()
                                    .partitions()
                                    .size()
                            < partitions) {
                return -1;
            }
        }
        int found = 0;
        for (int i = 0; i < partitions; i++) {
            found += CopiedTopics.committed(broker, topic, i).size();
        }
        return found;
    }

    private static void awaitGone(String topic) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
        while (broker.topics().contains(topic) && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private static JsonNode document(Invocation ended, int code) {
        assertThat(ended.code()).as(ended.err()).isEqualTo(code);
        return ResultSchema.parse(ended.out());
    }

    private static JsonNode copy(String topic, String codecs, String... more) {
        List<String> words = arguments(topic, codecs, more);
        words.add("--json");
        return Invocation.of(words.toArray(String[]::new)).expectDone().document();
    }

    private static List<String> arguments(String topic, String codecs, String... more) {
        List<String> words =
                new ArrayList<>(List.of("copy", topic, "--bootstrap-server", broker.address(), "--codecs", codecs));
        words.addAll(List.of(more));
        return words;
    }
}
