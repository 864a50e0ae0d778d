package dev.squeeze.kit.environment.child;

import dev.squeeze.kit.environment.JvmUsage;
import dev.squeeze.kit.environment.ThreadUsage;
import dev.squeeze.kit.environment.VmThreads;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Encodes the resource usage of a child JVM for the pipe, as one word of about 10 KB without spaces. Written by hand, since a
 * serialization library would use more CPU time than an idle JVM.
 */
public final class UsageCodec {
    private UsageCodec() {}

    /** Writes the parts of a snapshot. */
    public interface Writer {
        void write(DataOutputStream out) throws IOException;
    }

    /** Reads the parts of a snapshot, in the order in which they were written. */
    public interface Reader<T> {
        T read(DataInputStream in) throws IOException;
    }

    public static String encode(Writer writer) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (DataOutputStream out = new DataOutputStream(bytes)) {
            writer.write(out);
        }
        return Base64.getEncoder().encodeToString(bytes.toByteArray());
    }

    /** @throws IOException if the word was not created by {@link #encode} */
    public static <T> T decode(String word, Reader<T> reader) throws IOException {
        try (DataInputStream in =
                new DataInputStream(new ByteArrayInputStream(Base64.getDecoder().decode(word)))) {
            return reader.read(in);
        } catch (IllegalArgumentException e) {
            throw new IOException("not a snapshot: " + e.getMessage(), e);
        }
    }

    /** Writes about 10 KB. */
    public static void write(DataOutputStream out, JvmUsage jvm) throws IOException {
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
    }

    /** Reads what {@link #write} wrote. */
    public static JvmUsage read(DataInputStream in) throws IOException {
        long clockNanos = in.readLong();
        long processCpuNanos = in.readLong();
        Map<Long, ThreadUsage> threads = new HashMap<>();
        for (int left = in.readInt(); left > 0; left--) {
            threads.put(in.readLong(), readUsage(in));
        }
        Optional<VmThreads> vmThreads =
                in.readBoolean() ? Optional.of(new VmThreads(readNanos(in), readNanos(in))) : Optional.empty();
        return new JvmUsage(threads, vmThreads, processCpuNanos, clockNanos);
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

    /** A value that may be absent. */
    public static void write(DataOutputStream out, OptionalLong value) throws IOException {
        out.writeBoolean(value.isPresent());
        out.writeLong(value.orElse(0));
    }

    /** A value that may be absent. */
    public static OptionalLong readOptional(DataInputStream in) throws IOException {
        boolean present = in.readBoolean();
        long value = in.readLong();
        return present ? OptionalLong.of(value) : OptionalLong.empty();
    }
}
