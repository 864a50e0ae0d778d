package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.SharedCluster;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real transactions on a real broker, compared with what Kafka's own consumer considers committed. */
@Tag("live")
@Timeout(120)
class CommittedBatchesTest {
    private static final CommittedFetcher.Limits AT_ONCE = new CommittedFetcher.Limits(1 << 20, 1 << 20, Duration.ZERO);

    private static EmbeddedCluster cluster;
    private static OwnCluster own;

    @BeforeAll
    static void start() {
        cluster = SharedCluster.get();
        own = new OwnCluster(cluster);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void fromAnyOffsetOnWhatIsSeenIsWhatAConsumerSees(long seed) {
        PartitionId partition = own.newTopic("interleaved-" + seed, 1, Map.of());
        int aborted = write(partition.topic(), new Random(seed));
        awaitMarkers(partition);
        List<Long> truth = consumed(partition);
        assertThat(aborted).isPositive();
        assertThat(truth).isNotEmpty();
        try (RawClient client = own.open()) {
            long end = new RawFetcher(client)
                    .offsets(List.of(partition))
                    .get(partition)
                    .latest();
            for (long from = 0; from < end; from++) {
                long first = from;
                Seen seen = seen(client, partition, from);

                assertThat(new TreeSet<>(seen.offsets).tailSet(from))
                        .as("from %d", from)
                        .containsExactlyElementsOf(
                                truth.stream().filter(one -> one >= first).toList());
                assertThat(seen.next).isEqualTo(end);
                if (from == 0) {
                    assertThat(seen.aborted).isEqualTo(aborted);
                    assertThat(seen.markers + seen.aborted + truth.size()).isEqualTo(end);
                }
            }
        }
    }

    @Test
    void whatIsInAnOpenTransactionIsNotComeByYet() {
        PartitionId partition = own.newTopic("open", 1, Map.of());
        try (KafkaProducer<byte[], byte[]> plain = producer("");
                KafkaProducer<byte[], byte[]> open = producer("still-open");
                RawClient client = own.open()) {
            send(plain, partition.topic(), 3);
            open.initTransactions();
            open.beginTransaction();
            send(open, partition.topic(), 4);
            send(plain, partition.topic(), 2);

            assertThat(seen(client, partition, 0).offsets).containsExactly(0L, 1L, 2L);
            FetchedBatches.Found found = fetch(client, partition, 3);
            assertThat(found.lastStableOffset()).isEqualTo(3);
            assertThat(found.bytes().hasRemaining()).isFalse();

            open.commitTransaction();
            awaitMarkers(partition);
            assertThat(seen(client, partition, 3).offsets).containsExactly(3L, 4L, 5L, 6L, 7L, 8L);
        }
    }

    @Test
    void bytesThatAreNoBatchesAreRefusedWithThePlace() {
        FetchedBatches.Found old = new FetchedBatches.Found(ByteBuffer.wrap(oldMessage()), List.of(), 0, 1);
        FetchedBatches.Found corrupt =
                new FetchedBatches.Found(OwnCluster.batch(3).putInt(8, -5), List.of(), 0, 3);
        try (CommittedBatches batches = new CommittedBatches()) {
            assertThatThrownBy(() -> batches.visit(new PartitionId("t", 4), old, 17, header -> true))
                    .isInstanceOf(RawAccessException.class)
                    .hasMessageContaining("partition t-4 after offset 17")
                    .hasMessageContaining("format 1")
                    .hasMessageContaining("before Kafka 0.11");
            assertThatThrownBy(() -> batches.visit(new PartitionId("t", 4), corrupt, 17, header -> true))
                    .isInstanceOf(RawAccessException.class)
                    .hasMessageContaining("kafka-dump-log.sh");
        }
    }

    /** A header of a message of format 1, with enough bytes after it. */
    private static byte[] oldMessage() {
        byte[] bytes = new byte[100];
        ByteBuffer.wrap(bytes).putInt(8, 88).put(16, (byte) 1);
        return bytes;
    }

    private static final class Seen {
        private final List<Long> offsets = new ArrayList<>();
        private long next;
        private long aborted;
        private long markers;
    }

    private static Seen seen(RawClient client, PartitionId partition, long from) {
        Seen seen = new Seen();
        try (CommittedBatches batches = new CommittedBatches()) {
            seen.next = batches.visit(partition, fetch(client, partition, from), from, header -> {
                for (long offset = header.baseOffset(); offset <= header.lastOffset(); offset++) {
                    seen.offsets.add(offset);
                }
                return true;
            });
            seen.aborted = batches.abortedRecords();
            seen.markers = batches.markers();
        }
        return seen;
    }

    private static FetchedBatches.Found fetch(RawClient client, PartitionId partition, long from) {
        FetchedBatches found = new CommittedFetcher(client)
                .fetch(Map.of(partition, FetchPosition.at(from)), AT_ONCE)
                .get(partition);
        assertThat(found).isInstanceOf(FetchedBatches.Found.class);
        return (FetchedBatches.Found) found;
    }

    /** The end of a transaction is acknowledged before its markers are written. */
    private static void awaitMarkers(PartitionId partition) {
        try (RawClient client = own.open()) {
            RawFetcher fetcher = new RawFetcher(client);
            long deadlineNanos = System.nanoTime() + Duration.ofSeconds(30).toNanos();
            while (!fetcher.committedOffsets(List.of(partition)).equals(fetcher.offsets(List.of(partition)))) {
                assertThat(System.nanoTime()).isLessThan(deadlineNanos);
                Thread.onSpinWait();
            }
        }
    }

    /** Four producers, one of them without transactions, at random; returns the records of aborted transactions. */
    private static int write(String topic, Random random) {
        List<KafkaProducer<byte[], byte[]>> producers = new ArrayList<>();
        int[] open = new int[4];
        int aborted = 0;
        try {
            for (int i = 0; i < open.length; i++) {
                producers.add(producer(i == 0 ? "" : topic + "-" + i));
                if (i > 0) {
                    producers.get(i).initTransactions();
                }
            }
            for (int step = 0; step < 40 || open[1] + open[2] + open[3] > 0; step++) {
                int who = random.nextInt(open.length);
                KafkaProducer<byte[], byte[]> producer = producers.get(who);
                boolean ends = who > 0 && open[who] > 0 && (step >= 40 || random.nextInt(3) == 0);
                if (ends && random.nextBoolean()) {
                    producer.commitTransaction();
                    open[who] = 0;
                } else if (ends) {
                    producer.abortTransaction();
                    aborted += open[who];
                    open[who] = 0;
                } else if (step < 40) {
                    if (who > 0 && open[who] == 0) {
                        producer.beginTransaction();
                    }
                    int count = 1 + random.nextInt(3);
                    send(producer, topic, count);
                    open[who] += count;
                }
                open[0] = 0;
            }
        } finally {
            producers.forEach(KafkaProducer::close);
        }
        return aborted;
    }

    private static void send(KafkaProducer<byte[], byte[]> producer, String topic, int count) {
        for (int i = 0; i < count; i++) {
            producer.send(new ProducerRecord<>(topic, 0, null, ("record " + i).getBytes()));
        }
        producer.flush();
    }

    private static KafkaProducer<byte[], byte[]> producer(String transactionalId) {
        Map<String, Object> settings = cluster.connection();
        settings.put("linger.ms", "1000");
        settings.put("retry.backoff.ms", "5");
        if (!transactionalId.isEmpty()) {
            settings.put("transactional.id", transactionalId);
        }
        return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
    }

    private static List<Long> consumed(PartitionId partition) {
        Map<String, Object> settings = cluster.connection();
        settings.put("isolation.level", "read_committed");
        TopicPartition assigned = new TopicPartition(partition.topic(), partition.partition());
        List<Long> offsets = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(assigned));
            consumer.seekToBeginning(List.of(assigned));
            long end = consumer.endOffsets(List.of(assigned)).getOrDefault(assigned, 0L);
            while (consumer.position(assigned) < end) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    offsets.add(record.offset());
                }
            }
        }
        return offsets;
    }
}
