package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Sizes of batches as Kafka's classes make them, for those who ask for those of many batches and not for the batches.
 *
 * <p>One instance serves one thread.
 */
public final class BatchSizer implements AutoCloseable {
    private final KafkaBatchCodec kafka;
    private ByteBuffer batch = ByteBuffer.allocate(1 << 16);

    public BatchSizer(Codec codec) {
        this.kafka = KafkaBatchCodec.untimed(codec);
    }

    /**
     * Bytes of a batch, its header included.
     *
     * @param records at least one
     * @param rawBytes of them uncompressed, framing included
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
