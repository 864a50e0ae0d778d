package dev.squeeze;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** Everything that consumers read from a topic, offset by offset, to compare two brokers. */
public final class ServedRecords {
    private ServedRecords() {}

    /** One line per record, by isolation level. */
    public static Map<String, List<String>> of(Map<String, Object> connection, String topic, int partitions) {
        Map<String, List<String>> all = new TreeMap<>();
        for (String isolation : List.of("read_committed", "read_uncommitted")) {
            all.put(isolation, of(connection, topic, partitions, isolation));
        }
        return all;
    }

    private static List<String> of(Map<String, Object> connection, String topic, int count, String isolation) {
        Map<String, Object> settings = new HashMap<>(connection);
        settings.put("isolation.level", isolation);
        settings.put("auto.offset.reset", "earliest");
        List<String> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = IntStream.range(0, count)
                    .mapToObj(partition -> new TopicPartition(topic, partition))
                    .toList();
            consumer.assign(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (ends.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(500)).forEach(record -> records.add(words(record)));
            }
        }
        records.sort(null);
        return records;
    }

    private static String words(ConsumerRecord<byte[], byte[]> record) {
        return String.format(
                "%d %08d %d %s %s %s %s",
                record.partition(),
                record.offset(),
                record.timestamp(),
                record.leaderEpoch(),
                Arrays.toString(record.key()),
                Arrays.hashCode(record.value()),
                record.headers());
    }
}
