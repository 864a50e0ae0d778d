package dev.squeeze.benchmarks;

import java.util.Map;
import org.apache.kafka.clients.producer.ProducerInterceptor;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;

/** Makes the application's thread do additional work for each record: a slowdown of a known size. */
public final class SpinningInterceptor implements ProducerInterceptor<byte[], byte[]> {
    static final String NANOS = "squeeze.benchmarks.spin.nanos";

    private long nanos;

    @Override
    public void configure(Map<String, ?> settings) {
        nanos = Long.parseLong(String.valueOf(settings.get(NANOS)));
    }

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        long until = System.nanoTime() + nanos;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
        return record;
    }

    @Override
    public void onAcknowledgement(RecordMetadata metadata, Exception exception) {
        // Only sending is slowed down.
    }

    @Override
    public void close() {
        // There is nothing to release.
    }
}
