package dev.squeeze.feature.copy;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Flips one bit of one record: what lies in the topic is not what the application handed over. */
public final class AltersAValue implements ProducerInterceptor<byte[], byte[]> {
    private static final long AT_RECORD = 77;

    private long sent;

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        sent++;
        if (sent != AT_RECORD) {
            return record;
        }
        byte[] altered = record.value().clone();
        altered[0] ^= 1;
        return new ProducerRecord<>(
                record.topic(), record.partition(), record.timestamp(), record.key(), altered, record.headers());
    }

    @Override
    public void onAcknowledgement(@Nullable RecordMetadata metadata, @Nullable Exception exception) {}

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
