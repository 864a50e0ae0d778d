package dev.squeeze.kafka.broker;

import dev.squeeze.environment.JvmUsage;
import dev.squeeze.environment.ThreadUsage;
import dev.squeeze.environment.VmThreads;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a broker and its JVM have used, as it crosses the pipe to the parent: one word of about 10 KB. It is written by
 * hand, since a library for it would itself use more of the broker's processor than a quiet broker does.
 */
public record BrokerSnapshot(JvmUsage jvm, BrokerCounters counters) {
    /** Of this JVM. */
    static BrokerSnapshot current() throws IOException {
        return new BrokerSnapshot(JvmUsage.current(), BrokerCounters.read(ManagementFactory.getPlatformMBeanServer()));
    }

    /** One word without blanks. */
    String encoded() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            out.writeLong(jvm.clockNanos());
            out.writeLong(jvm.processCpuNanos());
            out.writeInt(jvm.threads().size());
            for (Map.Entry<Long, ThreadUsage> thread : jvm.threads().entrySet()) {
                out.writeLong(thread.getKey());
                write(out, thread.getValue());
            }
            out.writeBoolean(jvm.vmThreads().isPresent());
            if (jvm.vmThreads().isPresent()) {
                write(out, jvm.vmThreads().get().gcCpuNanos());
                write(out, jvm.vmThreads().get().jitCpuNanos());
            }
            out.writeLong(counters.producedBytes());
            out.writeLong(counters.fetchedBytes());
            out.writeLong(counters.recompressedRecords());
            write(out, counters.handlerIdleNanos());
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** @throws IOException when this is not what {@link #encoded} gave */
    public static BrokerSnapshot decode(String word) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(word)))) {
            long clockNanos = in.readLong();
            long processCpuNanos = in.readLong();
            Map<Long, ThreadUsage> threads = new HashMap<>();
            for (int left = in.readInt(); left > 0; left--) {
                threads.put(in.readLong(), readUsage(in));
            }
            Optional<VmThreads> vmThreads =
                    in.readBoolean() ? Optional.of(new VmThreads(readNanos(in), readNanos(in))) : Optional.empty();
            BrokerCounters counters = new BrokerCounters(in.readLong(), in.readLong(), in.readLong(), readOptional(in));
            return new BrokerSnapshot(new JvmUsage(threads, vmThreads, processCpuNanos, clockNanos), counters);
        } catch (IllegalArgumentException e) {
            throw new IOException("not a snapshot: " + e.getMessage(), e);
        }
    }

    private static void write(DataOutputStream out, ThreadUsage usage) throws IOException {
        out.writeUTF(usage.name());
        out.writeLong(usage.cpuNanos());
        out.writeLong(usage.allocatedBytes());
        write(out, usage.blockedMillis());
        out.writeLong(usage.blockedCount());
        write(out, usage.waitedMillis());
    }

    private static ThreadUsage readUsage(DataInputStream in) throws IOException {
        return new ThreadUsage(
                in.readUTF(), in.readLong(), in.readLong(), readOptional(in), in.readLong(), readOptional(in));
    }

    private static void write(DataOutputStream out, Map<Long, Long> nanos) throws IOException {
        out.writeInt(nanos.size());
        for (Map.Entry<Long, Long> thread : nanos.entrySet()) {
            out.writeLong(thread.getKey());
            out.writeLong(thread.getValue());
        }
    }

    private static Map<Long, Long> readNanos(DataInputStream in) throws IOException {
        Map<Long, Long> nanos = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            nanos.put(in.readLong(), in.readLong());
        }
        return nanos;
    }

    private static void write(DataOutputStream out, OptionalLong value) throws IOException {
        out.writeBoolean(value.isPresent());
        out.writeLong(value.orElse(0));
    }

    private static OptionalLong readOptional(DataInputStream in) throws IOException {
        boolean present = in.readBoolean();
        long value = in.readLong();
        return present ? OptionalLong.of(value) : OptionalLong.empty();
    }
}
