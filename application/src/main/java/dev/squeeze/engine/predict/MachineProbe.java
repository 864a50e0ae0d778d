package dev.squeeze.engine.predict;

import com.sun.management.OperatingSystemMXBean;
import dev.squeeze.kit.environment.CpuClock;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * Measures a {@link MachineSpeed} in one to two seconds, with Kafka's own classes for batches. On a busy machine it takes longer.
 */
public final class MachineProbe {
    private static final int RECORDS = 55;
    private static final int RECORD_BYTES = 290;
    private static final int BATCHES_PER_PASS = 200;

    /** More than a processor's caches hold for one program, as what producers and brokers keep of records. */
    private static final int BATCHES = 2_000;

    private static final int TARGETS = 1_000;

    /** A pass that is so much quicker than all before shows that compilation has not ended. */
    private static final double QUICKER = 0.97;

    /** Of the time, in which no pass is that much quicker. */
    private static final double SETTLED_SHARE = 0.3;

    /** On a busy machine, how much longer than the time it may take. */
    private static final int MAX_TIMES = 10;

    /** Of the passes, those that count: the last ones, by when Java has compiled the code. */
    private static final int COUNTED_PART = 2;

    /** Share of the processors that other programs may take meanwhile. */
    private static final double QUIET = 0.1;

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private MachineProbe() {}

    /**
     * What was measured.
     *
     * @param quiet whether other programs left the processors alone meanwhile, as far as is known
     */
    public record Probed(MachineSpeed speed, boolean quiet) {}

    /**
     * @param time of CPU to measure records for; up to ten times as long where other programs keep the processors busy. Waking up
     *     takes another second
     * @throws IOException where no connection can be made over the loopback interface
     */
    public static Probed probe(Duration time) throws IOException {
        othersSinceLastAsked();
        double recordNanos = recordNanos(time);
        WakeUpProbe.Nanos waking = WakeUpProbe.run(records(new SplittableRandom(2), WakeUpProbe.RECORDS));
        return new Probed(
                new MachineSpeed(recordNanos, waking.wakeUp(), waking.rest()), !(othersSinceLastAsked() > QUIET));
    }

    /** Share of the processors; not a number where it is not known. */
    private static double othersSinceLastAsked() {
        double all = SYSTEM.getCpuLoad();
        double own = SYSTEM.getProcessCpuLoad();
        return all < 0 || own < 0 ? Double.NaN : all - own;
    }

    /**
     * CPU nanoseconds of a record: the lower quartile of many passes, since what disturbs one only adds to it. Java compiles the
     * code meanwhile, in threads that get as little of a busy machine as this one. So time counts as this thread's CPU time, and
     * goes on while passes become quicker.
     */
    private static double recordNanos(Duration time) {
        SplittableRandom random = new SplittableRandom(1);
        BatchRecord[][] batches = new BatchRecord[BATCHES][];
        Arrays.setAll(batches, i -> records(random, RECORDS));
        ByteBuffer[] targets = new ByteBuffer[TARGETS];
        Arrays.setAll(targets, i -> ByteBuffer.allocate(RECORDS * (RECORD_BYTES + 20) + 100));
        double[] passes = new double[1_000];
        int count = 0;
        double least = Double.MAX_VALUE;
        long end = System.nanoTime() + MAX_TIMES * time.toNanos();
        long begun = CpuClock.cpuNanos();
        long lastQuicker = begun;
        int next = 0;
        try (KafkaBatchCodec codec = new KafkaBatchCodec(Codec.NONE)) {
            long now = begun;
            while (System.nanoTime() < end
                    && (now - begun < time.toNanos() || now - lastQuicker < SETTLED_SHARE * time.toNanos())) {
                long before = now;
                for (int i = 0; i < BATCHES_PER_PASS; i++, next++) {
                    ByteBuffer target = targets[next % TARGETS].clear();
                    codec.consume(codec.encode(batches[next % BATCHES], target));
                }
                now = CpuClock.cpuNanos();
                double nanos = (double) (now - before) / BATCHES_PER_PASS / RECORDS;
                if (nanos < QUICKER * least) {
                    lastQuicker = now;
                }
                least = Math.min(least, nanos);
                if (count == passes.length) {
                    passes = Arrays.copyOf(passes, 2 * count);
                }
                passes[count++] = nanos;
            }
        }
        double[] counted = Arrays.copyOfRange(passes, count / COUNTED_PART, count);
        Arrays.sort(counted);
        return counted[counted.length / 4];
    }

    private static BatchRecord[] records(SplittableRandom random, int count) {
        BatchRecord[] records = new BatchRecord[count];
        for (int i = 0; i < count; i++) {
            byte[] value = new byte[RECORD_BYTES];
            random.nextBytes(value);
            records[i] = new BatchRecord(null, value, BatchRecord.NO_HEADERS, 1_000_000L + i);
        }
        return records;
    }
}
