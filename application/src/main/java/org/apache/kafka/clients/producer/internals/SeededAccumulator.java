package org.apache.kafka.clients.producer.internals;

import java.util.SplittableRandom;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;

/**
 * Kafka's accumulator with a partitioner whose choices are determined by a seed. Kafka's own uses the thread's random numbers, so
 * two simulations of the same workload would differ. The method to override is package-private, so this class must be in Kafka's
 * package.
 */
public final class SeededAccumulator extends RecordAccumulator {
    private final SplittableRandom random;

    /** Like the constructor of {@link RecordAccumulator}, without transactions. */
    public SeededAccumulator(
            int batchSizeBytes,
            Compression compression,
            int lingerMillis,
            long retryMillis,
            long maxRetryMillis,
            PartitionerConfig partitioner,
            Metrics metrics,
            Time time,
            BufferPool buffers,
            long seed) {
        super(
                new LogContext(),
                batchSizeBytes,
                compression,
                lingerMillis,
                retryMillis,
                maxRetryMillis,
                Integer.MAX_VALUE,
                partitioner,
                metrics,
                "producer",
                time,
                null,
                buffers);
        this.random = new SplittableRandom(seed).split();
    }

    @Override
    BuiltInPartitioner createBuiltInPartitioner(
            LogContext logs, String topic, int stickyBatchSize, boolean rackAware, String rack) {
        return new BuiltInPartitioner(logs, topic, stickyBatchSize, rackAware, rack) {
            @Override
            int randomPartition() {
                return random.nextInt(Integer.MAX_VALUE);
            }
        };
    }
}
