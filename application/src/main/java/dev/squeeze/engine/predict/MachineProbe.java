package dev.squeeze.engine.predict;

import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * How fast a machine does what clients and brokers spend their time on, in one figure: the CPU time in which Kafka's own
 * classes build a batch of small records without a codec, and read it back. Codecs are not in it; their speeds are measured
 * on the records themselves.
 */
public final class MachineProbe {
    private static final int RECORDS = 55;
    private static final int RECORD_BYTES = 290;
    private static final int BATCHES_PER_PASS = 200;
    private static final Duration WARM_UP = Duration.ofMillis(600);

    private MachineProbe() {}

    /**
     * CPU nanoseconds of a record, the least of many passes: what disturbs one only adds to it.
     *
     * @param time to measure for, warm-up included
     */
    public static double nanosPerRecord(Duration time) {
        BatchRecord[] records = records();
        ByteBuffer target = ByteBuffer.allocate(2 * RECORDS * RECORD_BYTES);
        double least = Double.MAX_VALUE;
        long start = System.nanoTime();
        try (KafkaBatchCodec codec = new KafkaBatchCodec(Codec.NONE)) {
            do {
                long before = CpuClock.cpuNanos();
                for (int i = 0; i < BATCHES_PER_PASS; i++) {
                    target.clear();
                    codec.consume(codec.encode(records, target));
                }
                double nanos = (double) (CpuClock.cpuNanos() - before) / BATCHES_PER_PASS / RECORDS;
                if (System.nanoTime() - start > WARM_UP.toNanos()) {
                    least = Math.min(least, nanos);
                }
            } while (System.nanoTime() - start < time.toNanos() || least == Double.MAX_VALUE);
        }
        return least;
    }

    private static BatchRecord[] records() {
        SplittableRandom random = new SplittableRandom(1);
        BatchRecord[] records = new BatchRecord[RECORDS];
        for (int i = 0; i < RECORDS; i++) {
            byte[] value = new byte[RECORD_BYTES];
            random.nextBytes(value);
            records[i] = new BatchRecord(null, value, BatchRecord.NO_HEADERS, 1_000_000L + i);
        }
        return records;
    }
}
