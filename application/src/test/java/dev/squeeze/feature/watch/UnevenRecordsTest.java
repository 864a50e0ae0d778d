package dev.squeeze.feature.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import dev.squeeze.BrokerForTests;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import dev.squeeze.kit.source.ReadPace;
import dev.squeeze.kit.unit.ByteRate;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Large batches among many small ones are hit in proportion to their records, although they do not fit into a response.
 */
@Tag("live")
@Timeout(120)
class UnevenRecordsTest {
    private static final int PARTITIONS = 2;
    private static final int ROUNDS = 100;
    private static final int RECORDS_OF_ROUND = 240;
    private static final int SMALL = 500;
    private static final int LARGE = 30_000;
    /** One in this many records is large. */
    private static final int ONE_OF = 12;

    /** Overhead of a batch with one record: the header, and the bytes of the record in addition to its value. */
    private static final int OVERHEAD = 70;

    private static final double BUDGET = 1 << 20;

    @Test
    void storedBytesOfARecordAreThoseOfAllRecords() {
        BrokerForTests broker = BrokerForTests.shared();
        String topic = "watched-uneven";
        broker.create(topic, PARTITIONS, Map.of());
        TopicPositions positions = new TopicPositions(topic, PARTITIONS);
        SplittableRandom random = new SplittableRandom(5);
        long bytes = 0;
        double seenBytes = 0;
        try (RawClient client =
                        RawClient.open(Map.of("bootstrap.servers", broker.address()), RawClientOptions.DEFAULTS);
                KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                        Map.of("bootstrap.servers", broker.address(), "batch.size", 0, "linger.ms", 0),
                        new ByteArraySerializer(),
                        new ByteArraySerializer())) {
            RoundReader reader =
                    new RoundReader(client, new ReadPace(ByteRate.parse("10GiB/s")), () -> {}, random.split());
            reader.ends(List.of(positions));
            for (int round = 1; round <= ROUNDS; round++) {
                for (int i = 0; i < RECORDS_OF_ROUND; i++) {
                    int size = random.nextInt(ONE_OF) == 0 ? LARGE : SMALL;
                    producer.send(new ProducerRecord<>(topic, i % PARTITIONS, null, new byte[size]));
                    bytes += size + OVERHEAD;
                }
                producer.flush();
                reader.ends(List.of(positions));
                for (TopicRound seen : reader.read(List.of(positions), BUDGET, round)) {
                    seenBytes += seen.composition().storedBytes(seen.records());
                }
            }
        }

        assertThat(seenBytes).isCloseTo(bytes, withinPercentage(15));
    }
}
