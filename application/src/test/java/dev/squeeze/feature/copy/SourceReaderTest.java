package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.BrokerForTests;
import dev.squeeze.kit.kafka.FetchPosition;
import dev.squeeze.kit.kafka.RawClient;
import dev.squeeze.kit.kafka.RawClientOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

@Tag("live")
@Timeout(120)
class SourceReaderTest {
    private static final int PARTITIONS = 12;
    private static final int BATCH_BYTES = 200_000;

    @RegisterExtension
    static final BrokerForTests BROKER = BrokerForTests.shared();

    /** A leader returns a batch larger than the partition limit only for the first partition with data. */
    @Test
    void everyPartitionGetsItsTurnHoweverLargeItsBatches() {
        BROKER.create("turns", PARTITIONS, Map.of());
        Map<Integer, FetchPosition> positions = new TreeMap<>();
        List<Set<Long>> cuts = new ArrayList<>();
        Random random = new Random(5);
        try (KafkaProducer<byte[], byte[]> producer = CopiedTopics.producer(BROKER, "none", "")) {
            for (int i = 0; i < 3 * PARTITIONS; i++) {
                byte[] value = new byte[BATCH_BYTES];
                random.nextBytes(value);
                producer.send(new ProducerRecord<>("turns", i % PARTITIONS, null, value));
                producer.flush();
            }
        }
        for (int i = 0; i < PARTITIONS; i++) {
            positions.put(i, FetchPosition.at(0));
            cuts.add(new HashSet<>());
        }
        RawClient client = RawClient.open(Map.of("bootstrap.servers", BROKER.address()), RawClientOptions.DEFAULTS);
        TransferSize size = new TransferSize(
                SourceReader.MIN_BYTES, SourceReader.MIN_BYTES, SourceReader.MIN_BYTES, Duration.ofSeconds(1));
        Set<Integer> read = new TreeSet<>();
        try (SourceReader reader = new SourceReader(
                client, "turns", positions, Map.of(), cuts, size, Duration.ofDays(1), Duration.ofSeconds(1))) {
            for (int i = 0; i < PARTITIONS; i++) {
                read.addAll(reader.next(1, Duration.ofSeconds(30), () -> false)
                        .batches()
                        .keySet());
            }
        }

        assertThat(read).hasSize(PARTITIONS);
    }
}
