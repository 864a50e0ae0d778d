package dev.squeeze.feature.copy;

import dev.squeeze.PassingInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Flips one bit of one record, so the topic contains something other than what the application sent. */
public final class AltersAValue extends PassingInterceptor {
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
}
