package dev.squeeze.feature.recompress;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.Invocation;
import dev.squeeze.ServedRecords;
import dev.squeeze.TestPorts;
import dev.squeeze.Trees;
import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.source.Segments;
import dev.squeeze.kit.unit.ByteCount;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.ProducerState;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A log that a real broker wrote and compacted: with records removed from batches, empty batches that keep a producer's
 * state, tombstones with a delete horizon, and completed and open transactions. Producers outlive the broker and
 * continue with the one that starts on the rewritten log.
 */
@Tag("live")
@Timeout(300)
@SuppressWarnings("NullAway.Init")
class RecompressCompactedTest {
    private static final String TOPIC = "accounts";
    private static final TopicPartition PARTITION = new TopicPartition(TOPIC, 0);
    private static final int ROUNDS = 20;
    private static final int KEYS = 50;
    /** The cleaner looks for work every 15 s. */
    private static final long TIMEOUT_NANOS = TimeUnit.SECONDS.toNanos(120);

    @TempDir
    static Path folder;

    private static int port;
    /** The data folder of the stopped broker. */
    private static Path data;

    private static Map<String, List<String>> served;
    private static Set<String> producers;
    private static long end;

    /** Active before and after: one for each broker that is started on a rewritten log. */
    private static final List<KafkaProducer<byte[], byte[]>> IDEMPOTENT = new ArrayList<>();

    /** Each is in an open transaction all the time. */
    private static final List<KafkaProducer<byte[], byte[]>> OPEN = new ArrayList<>();

    @BeforeAll
    static void fill() throws Exception {
        port = TestPorts.free();
        try (EmbeddedCluster broker = start(folder.resolve("cluster"))) {
            data = broker.logDirs().get(0);
            try (Admin admin = Admin.create(broker.connection())) {
                create(admin);
                for (int i = 0; i < 2; i++) {
                    IDEMPOTENT.add(producer(broker, Map.of("compression.type", i == 0 ? "none" : "gzip")));
                    OPEN.add(producer(
                            broker, Map.of("transactional.id", "open-" + i, "transaction.timeout.ms", "800000")));
                    OPEN.get(i).initTransactions();
                }
                write(broker);
                awaitCompaction();
                stopCompaction(admin);
                goOn(broker);
                served = ServedRecords.of(broker.connection(), TOPIC, 1);
                producers = producers(admin);
            }
        }
        end = lastOffset() + 1;
    }

    @AfterAll
    static void close() {
        Stream.concat(IDEMPOTENT.stream(), OPEN.stream()).forEach(producer -> producer.close(Duration.ZERO));
    }

    private static EmbeddedCluster start(Path cluster) {
        return EmbeddedCluster.start(new ClusterOptions(
                OptionalInt.of(1),
                Optional.of(cluster),
                OptionalInt.of(port),
                new ByteCount(256 * ByteCount.MIB),
                Duration.ofSeconds(60),
                List.of()));
    }

    private static void create(Admin admin) throws Exception {
        admin.createTopics(List.of(new NewTopic(TOPIC, 1, (short) 1)
                        .configs(Map.of(
                                "cleanup.policy",
                                "compact",
                                "segment.ms",
                                "100",
                                "min.cleanable.dirty.ratio",
                                "0.01",
                                "min.compaction.lag.ms",
                                "0",
                                "max.compaction.lag.ms",
                                "1000"))))
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    private static KafkaProducer<byte[], byte[]> producer(EmbeddedCluster broker, Map<String, Object> more) {
        Map<String, Object> settings = new HashMap<>(broker.connection());
        settings.put("linger.ms", "60000");
        settings.put("compression.type", "lz4");
        settings.putAll(more);
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static void write(EmbeddedCluster broker) throws InterruptedException {
        try (KafkaProducer<byte[], byte[]> overwritten = producer(broker, Map.of());
                KafkaProducer<byte[], byte[]> writer = producer(broker, Map.of("transactional.id", "writer"))) {
            writer.initTransactions();
            // Nothing of it will be left except the empty batch with its sequence.
            send(overwritten, "again 0", "again 2", "again 4");
            for (int round = 0; round < ROUNDS; round++) {
                for (int i = 0; i < KEYS; i++) {
                    // Every other key is written only once, so some batches lose only a part of their records.
                    String key = i % 2 == 0 ? "again " + i : "once " + round + " " + i;
                    String value = i % 10 == 3 ? null : "value " + round + " of " + key;
                    IDEMPOTENT
                            .get(round % 2)
                            .send(new ProducerRecord<>(TOPIC, 0, bytes(key), value == null ? null : bytes(value)));
                }
                IDEMPOTENT.get(round % 2).flush();
                if (round % 5 == 0) {
                    transaction(writer, round % 10 == 0, "in transaction " + round, "again 6", "again 8");
                }
                TimeUnit.MILLISECONDS.sleep(20);
            }
            // A segment is closed by the first batch after its time, and the open one is never cleaned.
            TimeUnit.MILLISECONDS.sleep(200);
            send(IDEMPOTENT.get(0), "last");
        }
    }

    private static void transaction(KafkaProducer<byte[], byte[]> writer, boolean commit, String... keys) {
        writer.beginTransaction();
        send(writer, keys);
        if (commit) {
            writer.commitTransaction();
        } else {
            writer.abortTransaction();
        }
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String... keys) {
        for (String key : keys) {
            producer.send(new ProducerRecord<>(TOPIC, 0, bytes(key), bytes("a value of " + key)));
        }
        producer.flush();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static void awaitCompaction() throws InterruptedException {
        List<Predicate<BatchHeader>> wanted = List.of(
                header -> header.recordCount() > 0 && header.recordCount() <= header.lastOffsetDelta(),
                header -> header.recordCount() == 0,
                BatchHeader::hasDeleteHorizon,
                BatchHeader::isControl);
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (wanted.stream().anyMatch(one -> count(data, one) == 0)) {
            assertThat(System.nanoTime())
                    .as("compaction has come so far in time")
                    .isLessThan(deadline);
            TimeUnit.SECONDS.sleep(1);
        }
    }

    private static long count(Path logs, Predicate<BatchHeader> wanted) {
        long[] batches = new long[1];
        Segments.find(List.of(logs.resolve(PARTITION.toString()).toString()))
                .walkHeaders(
                        (file, position, header) -> {
                            batches[0] += wanted.test(header) ? 1 : 0;
                            return true;
                        },
                        (read, total) -> {});
        return batches[0];
    }

    private static long lastOffset() {
        long[] last = new long[1];
        count(data, header -> {
            last[0] = Math.max(last[0], header.lastOffset());
            return true;
        });
        return last[0];
    }

    /** The log must not change while it is read. */
    private static void stopCompaction(Admin admin) throws Exception {
        Collection<AlterConfigOp> changes = List.of(
                new AlterConfigOp(new ConfigEntry("cleanup.policy", "delete"), AlterConfigOp.OpType.SET),
                new AlterConfigOp(new ConfigEntry("retention.ms", "-1"), AlterConfigOp.OpType.SET));
        admin.incrementalAlterConfigs(Map.of(new ConfigResource(ConfigResource.Type.TOPIC, TOPIC), changes))
                .all()
                .get(30, TimeUnit.SECONDS);
        TimeUnit.SECONDS.sleep(2);
    }

    /**
     * Adds, after the compacted part, committed and aborted transactions, two that stay open, and batches that could be
     * joined.
     */
    private static void goOn(EmbeddedCluster broker) {
        try (KafkaProducer<byte[], byte[]> writer = producer(broker, Map.of("transactional.id", "writer"))) {
            writer.initTransactions();
            transaction(writer, true, "committed", "again 10");
            transaction(writer, false, "aborted", "again 12");
            for (int i = 0; i < 2; i++) {
                for (int batch = 0; batch < 8; batch++) {
                    send(IDEMPOTENT.get(i), "more " + batch);
                }
            }
            for (KafkaProducer<byte[], byte[]> open : OPEN) {
                open.beginTransaction();
                send(open, "undecided");
            }
            send(IDEMPOTENT.get(0), "behind it");
            send(IDEMPOTENT.get(1), "behind it");
        }
    }

    private static List<ProducerState> states(Admin admin) throws Exception {
        return admin.describeProducers(List.of(PARTITION))
                .partitionResult(PARTITION)
                .get(30, TimeUnit.SECONDS)
                .activeProducers();
    }

    /** What the broker knows about each producer. */
    private static Set<String> producers(Admin admin) throws Exception {
        Set<String> all = new TreeSet<>();
        states(admin).forEach(one -> all.add(one.toString()));
        return all;
    }

    /** Producers in open transactions, in the order in which these were started. */
    private static List<ProducerState> inTransactions(Admin admin) throws Exception {
        return states(admin).stream()
                .filter(one -> one.currentTransactionStartOffset().isPresent())
                .sorted(Comparator.comparingLong(
                        one -> one.currentTransactionStartOffset().orElseThrow()))
                .toList();
    }

    /** Aborts it from outside, since its producer is needed with the next broker. */
    private static void abort(Admin admin, ProducerState one) throws Exception {
        admin.abortTransaction(new AbortTransactionSpec(
                        PARTITION,
                        one.producerId(),
                        (short) one.producerEpoch(),
                        one.coordinatorEpoch().orElse(0)))
                .all()
                .get(30, TimeUnit.SECONDS);
    }

    private static Path withLogs(Path logs) throws IOException {
        Path cluster = Files.createTempDirectory(folder, "again");
        Trees.copyWith(folder.resolve("cluster"), data, logs, cluster);
        return cluster;
    }

    private static void withoutSnapshots(Path logs) throws IOException {
        try (Stream<Path> files = Files.list(logs.resolve(PARTITION.toString()))) {
            for (Path file :
                    files.filter(file -> file.toString().endsWith(".snapshot")).toList()) {
                Files.delete(file);
            }
        }
    }

    @Test
    void aBrokerServesTheSameAndItsProducersGoOn() throws Exception {
        Path output = folder.resolve("alone");
        Invocation.of("recompress", data.toString(), "--codec", "zstd:6", "--output", output.toString())
                .expectDone();
        for (Predicate<BatchHeader> one : List.<Predicate<BatchHeader>>of(
                header -> true,
                header -> header.recordCount() <= header.lastOffsetDelta(),
                header -> header.recordCount() == 0,
                BatchHeader::hasDeleteHorizon,
                BatchHeader::isTransactional,
                BatchHeader::isControl)) {
            assertThat(count(output, one)).isEqualTo(count(data, one)).isPositive();
        }

        try (EmbeddedCluster broker = start(withLogs(output));
                Admin admin = Admin.create(broker.connection())) {
            assertThat(ServedRecords.of(broker.connection(), TOPIC, 1)).isEqualTo(served);
            assertThat(producers(admin)).isEqualTo(producers);
            producersGoOn(broker, admin, 0);
        }
    }

    @Test
    void soItDoesOfJoinedBatchesWithItsSnapshotsOfProducersGone() throws Exception {
        Path output = folder.resolve("joined");
        Invocation.of(
                        "recompress",
                        data.toString(),
                        "--codec",
                        "snappy",
                        "--batch-size",
                        "64KiB",
                        "--output",
                        output.toString())
                .expectDone();
        assertThat(count(output, header -> true)).isLessThan(count(data, header -> true));
        withoutSnapshots(output);

        try (EmbeddedCluster broker = start(withLogs(output));
                Admin admin = Admin.create(broker.connection())) {
            assertThat(ServedRecords.of(broker.connection(), TOPIC, 1)).isEqualTo(served);
            assertThat(producers(admin)).isEqualTo(producers);
            producersGoOn(broker, admin, 1);
        }
    }

    private static void producersGoOn(EmbeddedCluster broker, Admin admin, int which) throws Exception {
        var sent = IDEMPOTENT.get(which).send(new ProducerRecord<>(TOPIC, 0, bytes("gone on"), bytes("value")));
        IDEMPOTENT.get(which).flush();
        assertThat(sent.get(60, TimeUnit.SECONDS).offset()).isEqualTo(end);
        ProducerState other = inTransactions(admin).get(1 - which);
        send(OPEN.get(which), "decided");
        OPEN.get(which).commitTransaction();
        abort(admin, other);
        // The markers of a commit are written asynchronously.
        long deadline = System.nanoTime() + TIMEOUT_NANOS;
        while (!inTransactions(admin).isEmpty() && System.nanoTime() < deadline) {
            TimeUnit.MILLISECONDS.sleep(100);
        }
        List<String> now = ServedRecords.of(broker.connection(), TOPIC, 1).get("read_committed");
        List<String> before = served.get("read_committed");
        assertThat(now).startsWith(before.toArray(String[]::new));
        // The records of the decided transactions, two records after them, and the one just sent.
        assertThat(now).hasSize(before.size() + 5);
    }
}
