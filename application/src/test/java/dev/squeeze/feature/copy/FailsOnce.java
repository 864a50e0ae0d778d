package dev.squeeze.feature.copy;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** An interceptor as a user may name one, which has an Error in the producer's network thread once it is armed. */
public final class FailsOnce implements ProducerInterceptor<byte[], byte[]> {
    public static final AtomicBoolean armed = new AtomicBoolean();

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        return record;
    }

    @Override
    public void onAcknowledgement(RecordMetadata metadata, Exception exception) {
        if (armed.compareAndSet(true, false)) {
            throw new OutOfMemoryError("for the test");
        }
    }

    @Override
    public void close() {}

    @Override
    public void configure(Map<String, ?> configs) {}
}
