package dev.squeeze.feature.bench;

import dev.squeeze.PassingInterceptor;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerInterceptor;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;

/** Throws an OutOfMemoryError after a few records, in a thread that sends or in one that reads. */
public final class OutOfMemory extends PassingInterceptor implements ConsumerInterceptor<byte[], byte[]> {
    private static final int RECORDS_BEFORE = 50;

    private int sent;

    @Override
    public ProducerRecord<byte[], byte[]> onSend(ProducerRecord<byte[], byte[]> record) {
        if (++sent > RECORDS_BEFORE) {
            throw new OutOfMemoryError("for the test");
        }
        return record;
    }

    @Override
    public ConsumerRecords<byte[], byte[]> onConsume(ConsumerRecords<byte[], byte[]> records) {
        throw new OutOfMemoryError("for the test");
    }

    @Override
    public void onCommit(Map<TopicPartition, OffsetAndMetadata> offsets) {}
}
