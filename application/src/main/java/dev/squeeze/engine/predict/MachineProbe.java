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

    /** A pass that is so much quicker than all before shows that compilation has not ended. */
    private static final double QUICKER = 0.97;

    /** Of the time, in which no pass is that much quicker. */
    private static final double SETTLED_SHARE = 0.3;

    /** On a busy machine, how much longer than the time it may take. */
    private static final int MAX_TIMES = 10;

    private MachineProbe() {}

    /**
     * CPU nanoseconds of a record, the least of many passes: what disturbs one only adds to it. Java compiles the code
     * meanwhile, in threads that get as little of a busy machine as this one. So time counts as this thread's CPU time, and
     * goes on while passes become quicker.
     *
     * @param time to measure for, of CPU; up to ten times as long where other programs keep the processors busy
     */
    public static double nanosPerRecord(Duration time) {
        BatchRecord[] records = records();
        ByteBuffer target = ByteBuffer.allocate(2 * RECORDS * RECORD_BYTES);
        double least = Double.MAX_VALUE;
        long end = System.nanoTime() + MAX_TIMES * time.toNanos();
        long begun = CpuClock.cpuNanos();
        long lastQuicker = begun;
        try (KafkaBatchCodec codec = new KafkaBatchCodec(Codec.NONE)) {
            long now = begun;
            while (System.nanoTime() < end
                    && (now - begun < time.toNanos() || now - lastQuicker < SETTLED_SHARE * time.toNanos())) {
                long before = now;
                for (int i = 0; i < BATCHES_PER_PASS; i++) {
                    target.clear();
                    codec.consume(codec.encode(records, target));
                }
                now = CpuClock.cpuNanos();
                double nanos = (double) (now - before) / BATCHES_PER_PASS / RECORDS;
                if (nanos < QUICKER * least) {
                    lastQuicker = now;
                }
                least = Math.min(least, nanos);
            }
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
