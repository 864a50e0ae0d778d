package org.apache.kafka.clients.producer.internals;

import java.util.SplittableRandom;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;

/**
 * Kafka's accumulator with a partitioner whose choices follow from a seed. Kafka's own takes them from the thread's random numbers, so that two
 * simulations of one workload would differ. What can be overridden for that is visible in this package alone.
 */
public final class SeededAccumulator extends RecordAccumulator {
    private final SplittableRandom random;

    /** As {@link RecordAccumulator}'s, without transactions. */
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
