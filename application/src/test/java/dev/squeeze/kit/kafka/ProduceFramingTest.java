package dev.squeeze.kit.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.cluster.ClusterOptions;
import dev.squeeze.kit.cluster.EmbeddedCluster;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("live")
class ProduceFramingTest {
    private static final int REQUESTS = 50;

    @Test
    void aPartitionMoreIsItsIndexItsLengthAndAnEnd() {
        int first = ProduceFraming.bytes(1, 80);

        assertThat(ProduceFraming.bytes(12, 80) - first).isEqualTo(11 * (4 + 1 + 1));
        assertThat(ProduceFraming.bytes(1, 500_000)).isEqualTo(first + 2);
    }

    /** Compares with the bytes that Kafka's own producer writes to its sockets, with one record per request. */
    @Test
    @Timeout(120)
    void smallRequestsAreAsLongAsAProducerWritesThem() throws Exception {
        byte[] value = new byte[10];
        int batchBytes = RecordFormatV2.BATCH_HEADER_BYTES
                + RecordFormatV2.encodedBytes(new BatchRecord(null, value, BatchRecord.NO_HEADERS, 0), 0, 0);
        try (EmbeddedCluster cluster = EmbeddedCluster.start(ClusterOptions.temporary(1))) {
            OwnCluster own = new OwnCluster(cluster);
            String topic = own.newTopic("framing", 1, Map.of()).topic();
            Map<String, Object> settings = cluster.connection();
            settings.put("client.id", "producer-1");
            settings.put("linger.ms", 0);
            try (KafkaProducer<byte[], byte[]> producer =
                    new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer())) {
                producer.send(new ProducerRecord<>(topic, value)).get();
                double before = written(producer);
                for (int i = 0; i < REQUESTS; i++) {
                    producer.send(new ProducerRecord<>(topic, value)).get();
                }

                assertThat((written(producer) - before) / REQUESTS)
                        .isEqualTo(batchBytes + ProduceFraming.bytes(1, batchBytes));
            }
        }
    }

    private static double written(KafkaProducer<?, ?> producer) {
        return producer.metrics().entrySet().stream()
                .filter(entry -> entry.getKey().group().equals("producer-metrics")
                        && entry.getKey().name().equals("outgoing-byte-total"))
                .mapToDouble(entry -> (double) entry.getValue().metricValue())
                .findFirst()
                .orElseThrow();
    }
}
