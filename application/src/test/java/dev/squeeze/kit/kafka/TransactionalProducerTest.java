package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.GroupOffsets;
import dev.squeeze.kit.cluster.SharedCluster;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.format.RecordShapes;
import dev.squeeze.kit.kafka.TransactionalProducer.GroupOffset;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** With a real broker, compared with Kafka's own consumer. */
@Tag("live")
@Timeout(120)
class TransactionalProducerTest {
    private static final long SEED = 31;
    private static final Duration TIMEOUT = Duration.ofMinutes(1);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(30);

    private static EmbeddedCluster cluster;
    private static OwnCluster own;

    @BeforeAll
    static void start() {
        cluster = SharedCluster.get();
        own = new OwnCluster(cluster);
    }

    @Test
    void dataAndOffsetsAreThereTogetherAfterACommitAndNotBefore() {
        PartitionId partition = own.newTopic("committed", 1, Map.of());
        try (RawClient client = own.open()) {
            TransactionalProducer producer = TransactionalProducer.open(client, "committing", TIMEOUT);
            producer.join(List.of(partition));
            producer.send(partition, OwnCluster.batch(7));
            producer.flush();

            assertThat(committed(partition, 0)).isEmpty();
            assertThat(offsets("committing-group")).isEmpty();

            producer.commit("committing-group", Map.of(partition, new GroupOffset(42, "with it")));

            assertThat(committed(partition, 7)).hasSize(7);
            assertThat(offsets("committing-group"))
                    .isEqualTo(Map.of(partition, new GroupOffsets.Stored(42, "with it")));
        }
    }

    @Test
    void anAbortedTransactionLeavesNothingAndTheNextOneGoesOn() {
        PartitionId partition = own.newTopic("aborted", 1, Map.of());
        try (RawClient client = own.open()) {
            TransactionalProducer producer = TransactionalProducer.open(client, "aborting", TIMEOUT);
            producer.abort();
            producer.join(List.of(partition));
            producer.send(partition, OwnCluster.batch(5));
            producer.flush();
            producer.abort();
            assertThat(committed(partition, 0)).isEmpty();

            producer.join(List.of(partition));
            producer.send(partition, OwnCluster.batch(3));
            producer.commit("aborting-group", Map.of(partition, new GroupOffset(3, "")));

            assertThat(committed(partition, 3)).hasSize(3);
            // A consumer that ignores transactions sees everything.
            assertThat(own.consume(partition, 8)).hasSize(8);
        }
    }

    @Test
    void aSecondProducerOfTheIdEndsWhatTheFirstBeganAndShutsItOut() {
        PartitionId partition = own.newTopic("fenced", 1, Map.of());
        try (RawClient firstClient = own.open();
                RawClient secondClient = own.open()) {
            TransactionalProducer first = TransactionalProducer.open(firstClient, "fencing", TIMEOUT);
            first.join(List.of(partition));
            first.send(partition, OwnCluster.batch(4));
            first.flush();

            TransactionalProducer second = TransactionalProducer.open(secondClient, "fencing", TIMEOUT);
            second.join(List.of(partition));
            second.send(partition, OwnCluster.batch(2));

            assertThatThrownBy(() -> first.commit("fencing-group", Map.of(partition, new GroupOffset(4, "first"))))
                    .isInstanceOf(RawAccessException.class)
                    .hasMessageContaining("fencing");
            assertThatThrownBy(() -> {
                        first.send(partition, OwnCluster.batch(1));
                        first.flush();
                    })
                    .isInstanceOf(SendRefusedException.class);
            second.commit("fencing-group", Map.of(partition, new GroupOffset(2, "second")));

            assertThat(committed(partition, 2)).hasSize(2);
            assertThat(offsets("fencing-group")).isEqualTo(Map.of(partition, new GroupOffsets.Stored(2, "second")));
        }
    }

    @Test
    void aMarkerLeavesOffsetsAsTheyAre() {
        PartitionId partition = own.newTopic("marked", 1, Map.of());
        try (RawClient client = own.open()) {
            TransactionalProducer producer = TransactionalProducer.open(client, "marking", TIMEOUT);
            producer.writeMarker("marking-group");
            assertThat(offsets("marking-group")).isEmpty();
            producer.commit("marking-group", Map.of(partition, new GroupOffset(8, "before")));

            producer.writeMarker("marking-group");

            assertThat(offsets("marking-group")).isEqualTo(Map.of(partition, new GroupOffsets.Stored(8, "before")));
            producer.commit("marking-group", Map.of(partition, new GroupOffset(9, "after")));
            assertThat(offsets("marking-group")).isEqualTo(Map.of(partition, new GroupOffsets.Stored(9, "after")));
        }
    }

    /** Batches of another producer, which the marker does not end. */
    @Test
    void offsetsOfAnOpenTransactionAreWaitedForAndAMarkerIsWrittenOnce() {
        PartitionId partition = own.newTopic("waited-for", 1, Map.of());
        AtomicInteger markers = new AtomicInteger();
        Map<String, Object> settings = new HashMap<>(cluster.connection());
        settings.put("transactional.id", "waiting");
        Map<String, Object> ofGroup = new HashMap<>(cluster.connection());
        ofGroup.put("group.id", "waiting-group");
        try (RawClient client = own.open();
                KafkaConsumer<byte[], byte[]> consumer =
                        new KafkaConsumer<>(ofGroup, new ByteArrayDeserializer(), new ByteArrayDeserializer());
                KafkaProducer<byte[], byte[]> other =
                        new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
            TransactionalProducer producer = TransactionalProducer.open(client, "waiting-mine", TIMEOUT);
            producer.commit("waiting-group", Map.of(partition, new GroupOffset(3, "")));
            other.initTransactions();
            other.beginTransaction();
            other.sendOffsetsToTransaction(
                    Map.of(new TopicPartition(partition.topic(), 0), new OffsetAndMetadata(5)),
                    consumer.groupMetadata());

            assertThatThrownBy(() -> GroupOffsets.readStable(
                            cluster, "waiting-group", Set.of(partition), Duration.ofSeconds(2), () -> {
                                markers.incrementAndGet();
                                producer.writeMarker("waiting-group");
                            }))
                    .hasMessageContaining("a transaction that commits offsets of group waiting-group is still open");
            assertThat(markers).hasValue(1);
            other.commitTransaction();

            assertThat(GroupOffsets.readStable(
                            cluster, "waiting-group", Set.of(partition), ANSWER_TIMEOUT, markers::incrementAndGet))
                    .isEqualTo(Map.of(partition, new GroupOffsets.Stored(5, "")));
            assertThat(markers).hasValue(1);
        }
    }

    @Test
    void manyBatchesOverSeveralTransactionsKeepTheirOrderInEachPartition() {
        own.newTopic("many", 3, Map.of());
        Random random = new Random(SEED);
        List<List<BatchRecord>> expected = List.of(new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
        List<PartitionId> partitions =
                List.of(new PartitionId("many", 0), new PartitionId("many", 1), new PartitionId("many", 2));
        try (RawClient client = own.open()) {
            TransactionalProducer producer = TransactionalProducer.open(client, "many", TIMEOUT);
            for (int transaction = 0; transaction < 4; transaction++) {
                producer.join(partitions);
                for (int i = 0; i < 150; i++) {
                    int to = random.nextInt(3);
                    BatchRecord[] records = RecordShapes.lines(random.nextLong(), 1 + random.nextInt(30));
                    expected.get(to).addAll(List.of(records));
                    ByteBuffer batch = KafkaBatches.batch(
                            Compression.of(List.of("none", "zstd", "lz4").get(i % 3))
                                    .build(),
                            records);
                    producer.send(partitions.get(to), batch);
                }
                producer.commit("many-group", Map.of(partitions.get(0), new GroupOffset(transaction, "")));
            }
        }
        for (int i = 0; i < 3; i++) {
            List<BatchRecord> there = expected.get(i);
            List<ConsumerRecord<byte[], byte[]>> read = committed(partitions.get(i), there.size());
            assertThat(read).as("partition %d", i).hasSameSizeAs(there);
            for (int j = 0; j < there.size(); j++) {
                assertThat(read.get(j).value()).isEqualTo(there.get(j).value());
            }
        }
    }

    @Test
    void aBatchThatTheBrokerRefusesEndsIt() {
        PartitionId partition = own.newTopic("refusing", 1, Map.of("max.message.bytes", "500"));
        try (RawClient client = own.open()) {
            TransactionalProducer producer = TransactionalProducer.open(client, "refusing", TIMEOUT);
            producer.join(List.of(partition));

            assertThatThrownBy(() -> {
                        producer.send(partition, OwnCluster.batch(100));
                        producer.commit("refusing-group", Map.of(partition, new GroupOffset(1, "")));
                    })
                    .isInstanceOfSatisfying(SendRefusedException.class, refused -> {
                        assertThat(refused.partition()).isEqualTo(partition);
                        assertThat(refused.refusal().error()).isEqualTo("MESSAGE_TOO_LARGE");
                    });
        }
        assertThat(offsets("refusing-group")).isEmpty();
        assertThat(committed(partition, 0)).isEmpty();
    }

    private static Map<PartitionId, GroupOffsets.Stored> offsets(String group) {
        return GroupOffsets.read(cluster, group, ANSWER_TIMEOUT);
    }

    /** Reads committed records to the end; transaction markers may be written slightly later than the response to the commit. */
    private static List<ConsumerRecord<byte[], byte[]>> committed(PartitionId partition, int atLeast) {
        Map<String, Object> settings = cluster.connection();
        settings.put("isolation.level", "read_committed");
        TopicPartition assigned = new TopicPartition(partition.topic(), partition.partition());
        List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(assigned));
            consumer.seekToBeginning(List.of(assigned));
            long end = consumer.endOffsets(List.of(assigned)).getOrDefault(assigned, 0L);
            long deadlineNanos = System.nanoTime() + ANSWER_TIMEOUT.toNanos();
            while ((consumer.position(assigned) < end || read.size() < atLeast) && System.nanoTime() < deadlineNanos) {
                consumer.poll(Duration.ofMillis(100)).forEach(read::add);
            }
        }
        return read;
    }
}
