package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.squeeze.BrokerForTests;
import dev.squeeze.Invocation;
import dev.squeeze.LiveRun;
import dev.squeeze.ResultSchema;
import dev.squeeze.feature.worker.Workers;
import dev.squeeze.kit.cli.ExitCode;
import dev.squeeze.kit.cluster.RemoteCluster;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A copy shared by workers: whatever happens to them, each record is copied once, in its partition and order. */
@Tag("live")
@Timeout(180)
@SuppressWarnings("NullAway.Init")
class CopyWorkersTest {
    private static final int RECORDS = 24_000;
    private static final int PARTITIONS = 6;

    @RegisterExtension
    static final BrokerForTests broker = BrokerForTests.emptied();

    private static CopiedTopic original;
    private static RemoteCluster cluster;

    @TempDir
    Path folder;

    @BeforeAll
    static void writeSource() {
        cluster = new RemoteCluster(broker.address(), Map.of());
        original = new CopiedTopic(cluster, PARTITIONS, 1);
        original.write(RECORDS, 200);
    }

    private static List<String> copy(String to, String... more) {
        List<String> words = new ArrayList<>(List.of("copy", CopiedTopic.NAME, "--bootstrap-server", broker.address()));
        words.addAll(List.of("--codecs", "zstd:1", "--to-topic", to));
        words.addAll(List.of(more));
        return words;
    }

    private static List<String> shared(String to, String group, int workers, String... more) {
        List<String> words = copy(to, more);
        words.addAll(List.of("--workers", String.valueOf(workers), "--worker-group", group));
        words.addAll(List.of("--worker-timeout", "30s"));
        return words;
    }

    @Test
    void aWorkerThatIsKilledAndOneThatIsPausedLoseTheirPartitionsToOthersAndEachRecordIsThereOnce() throws Exception {
        try (Workers workers = new Workers()) {
            Process killed = workers.startProcess(folder, broker.address(), "harmed", "--copies");
            Process paused = workers.startProcess(folder, broker.address(), "harmed", "--copies");
            workers.start(1, broker.address(), "harmed", "--copies");
            LiveRun run = LiveRun.start(shared("harmed", "harmed", 3, "--verify", "--rate", "3000", "--json"))
                    .awaitProgress("copying");
            TimeUnit.SECONDS.sleep(1);
            Workers.signal(paused, "-STOP");
            Workers.signal(killed, "-KILL");
            TimeUnit.SECONDS.sleep(10);
            Workers.signal(paused, "-CONT");
            Invocation ended = run.end();

            assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
            JsonNode result = ResultSchema.parse(ended.out());
            assertThat(result.at("/report/complete").asBoolean()).isTrue();
            assertThat(result.at("/report/copies/0/records").asLong()).isEqualTo(RECORDS);
            assertThat(result.at("/proofs/0/partitions")).hasSize(PARTITIONS);
            assertThat(result.at("/workers/members").toString())
                    .contains("-" + killed.pid() + "-", "-" + paused.pid() + "-");
            assertThat(result.at("/workers/members"))
                    .filteredOn(member -> member.path("name").asText().contains("-" + killed.pid() + "-"))
                    .allSatisfy(
                            member -> assertThat(member.path("lost").asInt()).isPositive());
            original.assertCopiedTo(cluster, "harmed");
        }
        assertThat(broker.topics()).allSatisfy(topic -> assertThat(topic).doesNotContain("squeeze-workers-harmed-"));
    }

    @Test
    void anInterruptedCopyGoesOnWithoutWorkersAndOneWithoutThemIsTakenOverByWorkers() throws Exception {
        try (Workers workers = new Workers()) {
            workers.start(1, broker.address(), "turns", "--copies");
            LiveRun first = LiveRun.start(shared("turns", "turns", 1, "--rate", "1000", "--json"))
                    .awaitProgress("copying");
            // A worker that joins later also gets partitions.
            workers.start(1, broker.address(), "turns", "--copies").awaitAll("took slot");
            TimeUnit.SECONDS.sleep(2);
            first.interrupt();
            Invocation interrupted = first.end();
            assertThat(interrupted.code()).as(interrupted.err()).isEqualTo(ExitCode.INTERRUPTED);
            JsonNode half = ResultSchema.parse(interrupted.out());
            assertThat(half.at("/report/copies/0/records").asLong()).isBetween(1L, RECORDS - 1L);
            assertThat(half.at("/workers/members")).hasSize(2);

            // Slow enough that a response of the broker has no room for all partitions.
            LiveRun alone = LiveRun.start(copy("turns", "--rate", "300")).awaitProgress("copying");
            TimeUnit.SECONDS.sleep(6);
            Invocation rest = LiveRun.start(shared("turns", "turns", 2, "--verify", "--json"))
                    .end();
            assertThat(rest.code()).as(rest.err() + rest.out()).isEqualTo(ExitCode.DONE);
            assertThat(ResultSchema.parse(rest.out())
                            .at("/report/copies/0/totalRecords")
                            .asLong())
                    .isEqualTo(RECORDS);
            Invocation fenced = alone.end();
            assertThat(fenced.code()).isEqualTo(ExitCode.FAILED);
            assertThat(fenced.err()).contains("another run has taken over the copy turns");
            original.assertCopiedTo(cluster, "turns");
        }
    }

    /** The shares do not change, and each new partition is assigned to one of them. */
    @Test
    void partitionsThatAreAddedToAFollowedTopicAreCopiedFromTheirFirstRecordOn() throws Exception {
        String topic = "growing";
        broker.create(topic, 2, Map.of());
        Set<String> sent = new TreeSet<>(write(topic, 0, 400, 2));
        List<String> words =
                shared("grown", "grown", 2, "--follow", "--metadata-max-age", "200ms", "--verify", "--json");
        words.set(words.indexOf(CopiedTopic.NAME), topic);
        try (Workers workers = new Workers()) {
            workers.start(2, broker.address(), "grown", "--copies");
            LiveRun run = LiveRun.start(words).awaitProgress("copying");
            awaitRecords("grown", sent.size());
            try (Admin admin = broker.admin()) {
                admin.createPartitions(Map.of(topic, NewPartitions.increaseTo(5)))
                        .all()
                        .get();
            }
            sent.addAll(write(topic, 400, 1_000, 5));
            awaitRecords("grown", sent.size());
            run.interrupt();
            Invocation ended = run.end();

            assertThat(ended.code()).as(ended.err() + ended.out()).isEqualTo(ExitCode.DONE);
            assertThat(ResultSchema.parse(ended.out()).at("/proofs/0/partitions"))
                    .hasSize(5);
            Map<Integer, List<Long>> copied = CopiedTopic.committed(cluster, "grown");
            assertThat(copied).isEqualTo(CopiedTopic.committed(cluster, topic)).hasSize(5);
            assertThat(copied.values().stream().mapToInt(List::size).sum()).isEqualTo(sent.size());
        }
    }

    private static List<String> write(String topic, int first, int end, int partitions) {
        List<String> values = new ArrayList<>();
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", broker.address(), "metadata.max.age.ms", 100),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            for (int i = first; i < end; i++) {
                values.add("value-" + i);
                producer.send(new ProducerRecord<>(
                        topic, i % partitions, null, ("value-" + i).getBytes(StandardCharsets.US_ASCII)));
            }
        }
        return values;
    }

    private static void awaitRecords(String topic, int number) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while ((end(topic) < number || records(topic) < number) && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(200);
        }
        assertThat(records(topic)).isEqualTo(number);
    }

    /** Sum of end offsets over all partitions, including uncommitted records; cheaper than reading records. */
    private static long end(String topic) throws Exception {
        return broker.endOffsets(topic).stream().mapToLong(Long::longValue).sum();
    }

    private static int records(String topic) {
        return CopiedTopic.committed(cluster, topic).values().stream()
                .mapToInt(List::size)
                .sum();
    }

    @Test
    void aCopyThatIsKilledIsContinuedByTheSameCommandWithTheSameWorkers() throws Exception {
        try (Workers workers = new Workers()) {
            workers.start(2, broker.address(), "orphaned", "--copies");
            List<String> slowly = shared("orphaned", "orphaned", 2, "--rate", "2000");
            Process killed = workers.startCommand(folder, slowly, "copying");
            awaitSome("orphaned");
            Workers.signal(killed, "-KILL");
            Invocation rest = LiveRun.start(shared("orphaned", "orphaned", 2, "--verify", "--json"))
                    .end();

            assertThat(rest.code()).as(rest.err() + rest.out()).isEqualTo(ExitCode.DONE);
            JsonNode copy = ResultSchema.parse(rest.out()).at("/report/copies/0");
            assertThat(copy.at("/totalRecords").asLong()).isEqualTo(RECORDS);
            assertThat(copy.at("/records").asLong()).isLessThan(RECORDS);
            original.assertCopiedTo(cluster, "orphaned");
        }
    }

    private static void awaitSome(String topic) throws Exception {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while ((end(topic) == 0 || records(topic) == 0) && System.nanoTime() < deadlineNanos) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}
