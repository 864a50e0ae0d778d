package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Computes the sizes of batches as encoded by Kafka's classes, for callers that need many sizes but not the batches themselves.
 *
 * <p>Not thread-safe.
 */
public final class BatchSizer implements AutoCloseable {
    private final KafkaBatchCodec kafka;
    private ByteBuffer batch = ByteBuffer.allocate(1 << 16);

    public BatchSizer(Codec codec) {
        this.kafka = KafkaBatchCodec.untimed(codec);
    }

    /**
     * Bytes of a batch, including its header.
     *
     * @param records at least one
     * @param rawBytes uncompressed bytes of the records, including their framing
     */
    public int bytes(List<BatchRecord> records, long rawBytes) {
        if (batch.capacity() < rawBytes + 1_024) {
            batch = ByteBuffer.allocate((int) Math.min(Integer.MAX_VALUE - 8, 2 * rawBytes + 1_024));
        }
        batch.clear();
        return kafka.encode(records.toArray(BatchRecord[]::new), batch).remaining();
    }

    @Override
    public void close() {
        kafka.close();
    }
}
