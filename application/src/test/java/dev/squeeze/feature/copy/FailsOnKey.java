package dev.squeeze.feature.copy;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.jspecify.annotations.Nullable;

/** A user-defined partitioner that throws OutOfMemoryError for one key. Kafka's producer does not catch Errors. */
public final class FailsOnKey implements Partitioner {
    public static final String KEY = "heap";

    @Override
    public int partition(
            String topic, Object key, byte @Nullable [] keyBytes, Object value, byte[] valueBytes, Cluster cluster) {
        if (keyBytes != null && Arrays.equals(keyBytes, KEY.getBytes(StandardCharsets.UTF_8))) {
            throw new OutOfMemoryError("for the test");
        }
        return 0;
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
