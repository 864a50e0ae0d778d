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
 * Measures a {@link MachineSpeed} in one to two seconds, using Kafka's own classes for batches. Takes longer on a busy
 * machine.
 */
public final class MachineProbe {
    private static final int RECORDS = 55;
    private static final int RECORD_BYTES = 290;
    private static final int BATCHES_PER_PASS = 200;

    /** More than a CPU's caches hold for one program, as is the case for the records of producers and brokers. */
    private static final int BATCHES = 2_000;

    private static final int TARGETS = 1_000;

    /** A pass that is faster than all before by this factor shows that compilation has not finished. */
    private static final double QUICKER = 0.97;

    /** Compilation is considered finished if no pass was that much faster for this share of the time. */
    private static final double SETTLED_SHARE = 0.3;

    /** Maximum elapsed time on a busy machine, as a multiple of the requested time. */
    private static final int MAX_TIMES = 10;

    /** Only the last of this many equal parts of the passes counts: by then, Java has compiled the code. */
    private static final int COUNTED_PART = 2;

    /** Share of the CPUs that other programs may use in the meantime. */
    private static final double QUIET = 0.1;

    private static final OperatingSystemMXBean SYSTEM =
            ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

    private MachineProbe() {}

    /**
     * The result of a probe.
     *
     * @param quiet whether other programs left the CPUs idle in the meantime, as far as is known
     */
    public record Probed(MachineSpeed speed, boolean quiet) {}

    /**
     * @param time CPU time for measuring records; may take up to ten times as long if other programs keep the CPUs
     *     busy. Measuring wake-ups takes another second
     * @throws IOException if no connection can be made over the loopback interface
     */
    public static Probed probe(Duration time) throws IOException {
        othersShareSinceLastCall();
        double recordNanos = recordNanos(time);
        WakeUpProbe.Nanos waking = WakeUpProbe.run(records(new SplittableRandom(2), WakeUpProbe.RECORDS));
        return new Probed(
                new MachineSpeed(recordNanos, waking.wakeUp(), waking.rest()), !(othersShareSinceLastCall() > QUIET));
    }

    /** Share of the CPUs that other programs used since the last call; NaN if not known. */
    private static double othersShareSinceLastCall() {
        double all = SYSTEM.getCpuLoad();
        double own = SYSTEM.getProcessCpuLoad();
        return all < 0 || own < 0 ? Double.NaN : all - own;
    }

    /**
     * CPU nanoseconds per record: the lower quartile of many passes, since disturbances only add time. Java compiles
     * the code in the meantime, in threads that get as little of a busy machine as this one. Therefore the CPU time of
     * this thread counts, and measuring continues as long as passes become faster.
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
