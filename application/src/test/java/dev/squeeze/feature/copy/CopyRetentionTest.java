package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Records deleted by retention on either side do not count as differences, and do not hide any. */
@Tag("live")
@Timeout(120)
class CopyRetentionTest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);
    /** Limits that are too high to delete a few records. */
    private static final Map<String, String> LIMITED = Map.of("retention.bytes", "1073741824");

    private static final CopyReport.PartitionProgress COPIED = new CopyReport.PartitionProgress(0, 0, 40, 40);

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    @Test
    void recordsThatAreTwiceInTheCopyAreADifference() {
        twoTopics("twice", Map.of());
        CopiedTopics.numbered(broker, "twice", 0, 40);
        CopiedTopics.numbered(broker, "twice-keep", 0, 10);
        CopiedTopics.numbered(broker, "twice-keep", 0, 40);

        CopyProof proof = compare("twice", new CopyReport.PartitionProgress(0, 0, 40, 50));

        assertThat(proof.equal()).isFalse();
        assertThat(proof.recordsNotInSource()).isZero();
    }

    @Test
    void whatTheSourceHasLostSinceIsLeftOut() throws Exception {
        twoTopics("shorter", Map.of());
        write("shorter");
        deleteBefore("shorter", 30);

        CopyProof proof = compare("shorter", COPIED);

        assertThat(proof.equal()).isTrue();
        assertThat(proof.records()).isEqualTo(10);
        assertThat(proof.recordsNotInSource()).isEqualTo(30);
    }

    @Test
    void whatBothHaveLostIsNoDifference() throws Exception {
        twoTopics("same", Map.of());
        write("same");
        deleteBefore("same", 30);
        deleteBefore("same-keep", 30);

        CopyProof proof = compare("same", COPIED);

        assertThat(proof.equal()).isTrue();
        assertThat(proof.records()).isEqualTo(10);
        assertThat(proof.recordsNotInSource()).isZero();
    }

    @Test
    void whatTheSourceHasLostBeyondThatIsLeftOut() throws Exception {
        twoTopics("less", Map.of());
        write("less");
        deleteBefore("less", 30);
        deleteBefore("less-keep", 20);

        CopyProof proof = compare("less", COPIED);

        assertThat(proof.equal()).isTrue();
        assertThat(proof.records()).isEqualTo(10);
        assertThat(proof.recordsNotInSource()).isEqualTo(10);
    }

    @Test
    void whatTheCopysEqualRetentionHasDeletedAlreadyIsLeftOut() throws Exception {
        twoTopics("earlier", LIMITED);
        write("earlier");
        deleteBefore("earlier", 20);
        deleteBefore("earlier-keep", 30);

        CopyProof proof = compare("earlier", COPIED);

        assertThat(proof.equal()).isTrue();
        assertThat(proof.records()).isEqualTo(10);
        assertThat(proof.recordsNotInSource()).isZero();
    }

    @Test
    void whatIsGoneFromACopyWithoutRetentionOrWithAShorterOneIsADifference() throws Exception {
        twoTopics("gone", Map.of());
        write("gone");
        deleteBefore("gone-keep", 30);
        assertThat(compare("gone", COPIED).equal()).isFalse();

        broker.configure("gone-keep", "retention.bytes", "1073741824");
        assertThat(compare("gone", COPIED).equal()).isFalse();

        broker.configure("gone", "retention.bytes", "1073741824");
        assertThat(compare("gone", COPIED).equal()).isTrue();
    }

    @Test
    void aRecordThatDiffersBehindWhatWasDeletedIsFound() throws Exception {
        twoTopics("changed", LIMITED);
        CopiedTopics.numbered(broker, "changed", 0, 40);
        CopiedTopics.numbered(broker, "changed-keep", 0, 39);
        CopiedTopics.numbered(broker, "changed-keep", 38, 39);
        deleteBefore("changed", 20);
        deleteBefore("changed-keep", 30);

        CopyProof proof = compare("changed", COPIED);

        assertThat(proof.equal()).isFalse();
        assertThat(proof.records()).isEqualTo(10);
    }

    /**
     * A consumer that continued at the first remaining offset would count these records in addition to those already
     * read.
     */
    @Test
    void recordsThatAreDeletedWhileTheyAreReadAreLeftOut() throws Exception {
        twoTopics("overtaken", Map.of());
        for (String topic : List.of("overtaken", "overtaken-keep")) {
            try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(broker, "none", "")) {
                for (int i = 0; i < 300; i++) {
                    producer.send(new ProducerRecord<>(topic, 0, (long) i, null, new byte[100_000]));
                }
            }
        }
        AtomicBoolean deleted = new AtomicBoolean();
        RemoteCluster cluster = new RemoteCluster(broker.address(), Map.of());
        CopyComparison comparison = new CopyComparison(
                cluster,
                cluster,
                "overtaken",
                TIMEOUT,
                false,
                records -> {
                    if (records > 0 && !deleted.getAndSet(true)) {
                        deleteBefore("overtaken", 290);
                    }
                },
                () -> false);

        CopyProof proof = comparison
                .compare("overtaken-keep", List.of(new CopyReport.PartitionProgress(0, 0, 300, 300)))
                .proof();

        assertThat(proof.equal()).isTrue();
        assertThat(proof.records()).isEqualTo(10);
        assertThat(proof.recordsNotInSource()).isEqualTo(290);
    }

    @Test
    void aMirrorWhoseRetentionDeletesWithThatOfItsSourceIsEqualToIt() throws Exception {
        twoTopics("mirror", LIMITED);
        CopiedTopics.numbered(broker, "mirror", 0, 100);
        copy("mirror").expectDone();
        deleteBefore("mirror", 60);
        deleteBefore("mirror-keep", 60);

        Invocation run = copy("mirror", "--verify");

        assertThat(run.code()).as(run.out()).isEqualTo(ExitCode.DONE);
        assertThat(run.out())
                .contains("40 records in 1 partition, equal to the source")
                .contains("60 more records were copied but are no longer there")
                .doesNotContain("WARNING");
    }

    @Test
    void aTopicThatKeepsLessThanTheSourceIsNamedBeforeAndAfterCopying() {
        broker.create("long", 1, Map.of("retention.ms", "9000000000000"));
        CopiedTopics.numbered(broker, "long", 0, 10);
        broker.create("long-keep", 1, Map.of("retention.ms", "8640000000000"));

        Invocation run = copy("long");

        String remedy = "kafka-configs.sh --bootstrap-server " + broker.address()
                + " --alter --entity-type topics --entity-name long-keep --add-config retention.ms=9000000000000";
        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.err())
                .containsOnlyOnce("WARNING: long-keep keeps less than the source: it has retention.ms=8640000000000")
                .contains("the source 9000000000000", remedy);
        assertThat(run.out().replaceAll("\\s+", " "))
                .contains("WARNING: the copy keeps less than the source", "retention.ms=8640000000000", remedy);
    }

    @Test
    void aTopicThatIsCompactedWhereTheSourceIsNotIsNamed() {
        broker.create("plain", 1, Map.of());
        CopiedTopics.numbered(broker, "plain", 0, 10);
        broker.create("plain-keep", 1, Map.of("cleanup.policy", "compact"));

        Invocation run = copy("plain");

        assertThat(run.code()).isEqualTo(ExitCode.DONE);
        assertThat(run.err()).contains("cleanup.policy=compact, the source delete");
    }

    private static void twoTopics(String topic, Map<String, String> settings) {
        broker.create(topic, 1, settings);
        broker.create(topic + "-keep", 1, settings);
    }

    private static void write(String topic) {
        CopiedTopics.numbered(broker, topic, 0, 40);
        CopiedTopics.numbered(broker, topic + "-keep", 0, 40);
    }

    private static void deleteBefore(String topic, long offset) {
        try (Admin admin = broker.admin()) {
            admin.deleteRecords(Map.of(new TopicPartition(topic, 0), RecordsToDelete.beforeOffset(offset)))
                    .all()
                    .get(30, TimeUnit.SECONDS);
        } catch (Exception e) {
            throw new AssertionError("records of " + topic + " could not be deleted", e);
        }
    }

    private static CopyProof compare(String topic, CopyReport.PartitionProgress copied) {
        RemoteCluster cluster = new RemoteCluster(broker.address(), Map.of());
        return new CopyComparison(cluster, cluster, topic, TIMEOUT, false, records -> {}, () -> false)
                .compare(topic + "-keep", List.of(copied))
                .proof();
    }

    private static Invocation copy(String topic, String... more) {
        List<String> words =
                new ArrayList<>(List.of("copy", topic, "--bootstrap-server", broker.address(), "--codecs", "keep"));
        words.addAll(List.of(more));
        return Invocation.of(words.toArray(String[]::new));
    }
}
