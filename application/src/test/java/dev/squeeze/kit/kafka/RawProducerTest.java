package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.cluster.SharedCluster;
import dev.squeeze.kit.format.BatchHeader;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.BatchScanner;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.KafkaBatches;
import dev.squeeze.kit.format.RecordShapes;
import dev.squeeze.kit.format.ScanEnd;
import dev.squeeze.kit.format.SendableBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.compress.Compression;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** With a real broker, compared with Kafka's own clients. */
@Tag("live")
@Timeout(120)
class RawProducerTest {
    private static final long SEED = 17;
    /** Base offset and leader epoch: what a broker may overwrite in a batch that it otherwise keeps. */
    private static final int[] WRITTEN_BY_THE_BROKER = {0, 8, 12, 16};

    private static EmbeddedCluster cluster;
    private static OwnCluster own;

    @BeforeAll
    static void start() {
        cluster = SharedCluster.get();
        own = new OwnCluster(cluster);
    }

    @ParameterizedTest
    @EnumSource(CodecType.class)
    void whatIsSentRawComesBackByteForByteAndAConsumerReadsIt(CodecType codec) {
        PartitionId partition = own.newTopic("bytes-" + codec.label(), 1, Map.of());
        List<ByteBuffer> sent = new ArrayList<>();
        List<BatchRecord> records = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            BatchRecord[] lines = RecordShapes.lines(SEED + i, 10 + i);
            records.addAll(List.of(lines));
            sent.add(KafkaBatches.batch(Compression.of(codec.label()).build(), lines));
        }
        try (RawClient client = own.open()) {
            List<SendOutcome> outcomes =
                    OwnCluster.send(client, RawProducerOptions.oneByOne(Acks.ALL), partition, sent);
            List<ByteBuffer> back = read(client, partition, 1 << 20);

            assertThat(outcomes.get(1)).isEqualTo(new SendOutcome.Stored(10));
            assertThat(back).hasSameSizeAs(sent);
            for (int i = 0; i < sent.size(); i++) {
                assertThat(withoutBrokersFields(back.get(i)))
                        .as("batch %d", i)
                        .isEqualTo(withoutBrokersFields(sent.get(i)));
                assertThat(new BatchHeader().wrap(back.get(i), 0).codec()).contains(codec);
            }
        }
        assertConsumerReads(partition, records);
    }

    @Test
    void batchesOfATransactionOfAnotherTopicCanBeSentOnceTheyArePrepared() {
        PartitionId origin = own.newTopic("origin", 1, Map.of("message.timestamp.type", "LogAppendTime"));
        PartitionId copy = own.newTopic("copy", 1, Map.of());
        own.produceInTransaction(origin.topic(), 30);
        try (RawClient client = own.open()) {
            List<ByteBuffer> taken = new ArrayList<>();
            new RawFetcher(client).stream(origin, 0, Long.MAX_VALUE, 1 << 20, header -> {
                assertThat(header.timestampType()).isEqualTo(BatchHeader.TimestampType.LOG_APPEND_TIME);
                if (SendableBatch.obstacle(header).isEmpty()) {
                    assertThat(header.isTransactional()).isTrue();
                    taken.add(owned(header.batch()));
                }
                return true;
            });
            RawProducer producer = new RawProducer(client, RawProducerOptions.oneByOne(Acks.LEADER));
            assertThatThrownBy(() -> producer.send(copy, taken.get(0), (to, outcome) -> {}))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("for " + copy)
                    .hasMessageContaining("prepare it first");

            taken.forEach(SendableBatch::prepare);

            assertThat(OwnCluster.send(client, RawProducerOptions.oneByOne(Acks.LEADER), copy, taken))
                    .allSatisfy(outcome -> assertThat(outcome).isInstanceOf(SendOutcome.Stored.class));
        }
        assertThat(own.consume(copy, 30)).hasSize(30);
    }

    @Test
    void aBatchThatTheBrokerRefusesIsNamedWithTheRemedy() {
        PartitionId partition = own.newTopic("refusals", 2, Map.of("max.message.bytes", "2000"));
        ByteBuffer damaged = OwnCluster.batch(5);
        damaged.put(damaged.limit() - 1, (byte) ~damaged.get(damaged.limit() - 1));
        ByteBuffer miscounted = OwnCluster.batch(5);
        miscounted.putInt(57, 4);
        try (RawClient client = own.open()) {
            RawProducerOptions options = RawProducerOptions.oneByOne(Acks.LEADER);
            List<SendOutcome> outcomes = OwnCluster.send(
                    client,
                    options,
                    partition,
                    List.of(damaged, OwnCluster.batch(200), OwnCluster.batch(5), miscounted));

            assertRefused(outcomes.get(0), "CORRUPT_MESSAGE", "the batch for refusals-0", "CRC");
            assertRefused(outcomes.get(1), "MESSAGE_TOO_LARGE", "max.message.bytes");
            assertThat(outcomes.get(2)).isEqualTo(new SendOutcome.Stored(0));
            assertThat(outcomes.get(3)).isInstanceOf(SendOutcome.Refused.class);
        }
    }

    @Test
    void batchesOfSeveralPartitionsTravelTogetherAndEachIsTold() {
        own.newTopic("together", 3, Map.of());
        Map<PartitionId, List<Long>> stored = new HashMap<>();
        try (RawClient client = own.open()) {
            RawProducer producer = new RawProducer(client, new RawProducerOptions(Acks.ALL, 3, 1 << 20));
            for (int i = 0; i < 30; i++) {
                producer.send(
                        new PartitionId("together", i % 3),
                        OwnCluster.batch(4),
                        (to, outcome) -> stored.computeIfAbsent(to, none -> new ArrayList<>())
                                .add(((SendOutcome.Stored) outcome).baseOffset()));
                assertThat(producer.requestsInFlight()).isLessThanOrEqualTo(RawClientOptions.DEFAULTS.maxInFlight());
            }
            producer.flush();
            assertThat(producer.requestsInFlight()).isZero();
        }
        List<Long> everyFourth = List.of(0L, 4L, 8L, 12L, 16L, 20L, 24L, 28L, 32L, 36L);
        assertThat(stored).hasSize(3).allSatisfy((to, offsets) -> assertThat(offsets)
                .isEqualTo(everyFourth));
    }

    @Test
    void aCallbackMaySendTheNextBatch() {
        PartitionId partition = own.newTopic("chain", 1, Map.of());
        List<SendOutcome> outcomes = new ArrayList<>();
        try (RawClient client = own.open()) {
            RawProducer producer = new RawProducer(client, RawProducerOptions.oneByOne(Acks.LEADER));
            SendCallback[] next = new SendCallback[1];
            next[0] = (to, outcome) -> {
                outcomes.add(outcome);
                if (outcomes.size() < 40) {
                    producer.send(partition, OwnCluster.batch(1), next[0]);
                }
                assertThatThrownBy(producer::flush).isInstanceOf(IllegalStateException.class);
            };
            producer.send(partition, OwnCluster.batch(1), next[0]);
            producer.flush();
        }
        assertThat(outcomes).hasSize(40).last().isEqualTo(new SendOutcome.Stored(39));
    }

    @Test
    void withoutAcknowledgementsTheBatchesArriveAllTheSame() {
        PartitionId partition = own.newTopic("silent", 1, Map.of());
        List<ByteBuffer> sent = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            sent.add(OwnCluster.batch(3));
        }
        try (RawClient client = own.open()) {
            assertThat(OwnCluster.send(client, RawProducerOptions.oneByOne(Acks.NONE), partition, sent))
                    .containsOnly(new SendOutcome.Unconfirmed());
        }
        assertThat(own.consume(partition, 60)).hasSize(60);
    }

    private static List<ByteBuffer> read(RawClient client, PartitionId partition, int maxBytes) {
        List<ByteBuffer> batches = new ArrayList<>();
        ScanEnd end = new BatchScanner()
                .scan(new RawFetcher(client).fetch(partition, 0, maxBytes), header -> batches.add(header.batch()));
        assertThat(end).isInstanceOf(ScanEnd.Complete.class);
        return batches;
    }

    private static ByteBuffer owned(ByteBuffer bytes) {
        return ByteBuffer.allocate(bytes.remaining()).put(bytes).flip();
    }

    private static ByteBuffer withoutBrokersFields(ByteBuffer batch) {
        ByteBuffer copy = owned(batch.duplicate());
        for (int i = 0; i < WRITTEN_BY_THE_BROKER.length; i += 2) {
            for (int at = WRITTEN_BY_THE_BROKER[i]; at < WRITTEN_BY_THE_BROKER[i + 1]; at++) {
                copy.put(at, (byte) 0);
            }
        }
        return copy;
    }

    private static void assertRefused(SendOutcome outcome, String error, String... parts) {
        assertThat(outcome).isInstanceOfSatisfying(SendOutcome.Refused.class, refused -> {
            assertThat(refused.error()).isEqualTo(error);
            assertThat(refused.message()).contains(parts).doesNotContain("\n");
        });
    }

    private static void assertConsumerReads(PartitionId partition, List<BatchRecord> records) {
        List<ConsumerRecord<byte[], byte[]>> read = own.consume(partition, records.size());
        assertThat(read).hasSameSizeAs(records);
        for (int i = 0; i < records.size(); i++) {
            assertThat(read.get(i).offset()).isEqualTo(i);
            assertThat(read.get(i).key()).isEqualTo(records.get(i).key());
            assertThat(read.get(i).value()).isEqualTo(records.get(i).value());
            assertThat(read.get(i).timestamp()).isEqualTo(records.get(i).timestampMillis());
        }
    }
}
