package dev.squeeze.kit.environment;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * CPU time of the threads of this JVM that execute no Java code and are not shown by any management bean. Only available on Linux,
 * from {@code /proc}. The JVM starts and ends some of them as needed.
 *
 * @param gcCpuNanos of each live garbage collector thread, by the operating system's thread id
 * @param jitCpuNanos of each live compiler thread, by the operating system's thread id
 */
public record VmThreads(Map<Long, Long> gcCpuNanos, Map<Long, Long> jitCpuNanos) {
    private static final Path TASKS = Path.of("/proc/self/task");

    /**
     * Prefixes of the thread names in HotSpot 17 to 25, as truncated by Linux after 15 characters. The VM thread does all of the
     * serial collector's work, and stops the application for other collectors; it does little else.
     */
    private static final List<String> GC_NAMES = List.of(
            "GC Thread#",
            "G1 ",
            "VM Thread",
            "XDriver",
            "XDirector",
            "XWorker",
            "XStat",
            "ZDriver",
            "ZDirector",
            "ZWorker",
            "ZStat",
            "ZUncommitter",
            "ZUnmapper",
            "RuntimeWorker",
            "Shenandoah",
            "ShenControl");

    /** The sweeper, which discarded compiled code, was removed in JDK 20. */
    private static final List<String> JIT_NAMES =
            List.of("C1 CompilerThre", "C2 CompilerThre", "JVMCI", "Sweeper thread");

    /** Linux reports times to programs in hundredths of a second, independent of its own clock: USER_HZ, see proc(5). */
    private static final long NANOS_PER_TICK = 10_000_000;
    /** Position in /proc/PID/stat after the name in parentheses, which may contain spaces: utime and stime, see proc(5). */
    private static final int USER_TICKS_FIELD = 11;

    private static final int SYSTEM_TICKS_FIELD = 12;

    public VmThreads {
        gcCpuNanos = Map.copyOf(gcCpuNanos);
        jitCpuNanos = Map.copyOf(jitCpuNanos);
    }

    /** Absent if there is no {@code /proc}. */
    static Optional<VmThreads> ofThisJvm() {
        Map<Long, Long> gc = new HashMap<>();
        Map<Long, Long> jit = new HashMap<>();
        try (DirectoryStream<Path> tasks = Files.newDirectoryStream(TASKS)) {
            for (Path task : tasks) {
                read(task, gc, jit);
            }
        } catch (IOException | java.nio.file.DirectoryIteratorException e) {
            return Optional.empty();
        }
        return gc.isEmpty() && jit.isEmpty() ? Optional.empty() : Optional.of(new VmThreads(gc, jit));
    }

    private static void read(Path task, Map<Long, Long> gc, Map<Long, Long> jit) {
        try {
            String name = Files.readString(task.resolve("comm"), StandardCharsets.ISO_8859_1);
            long id = Long.parseLong(task.getFileName().toString());
            if (GC_NAMES.stream().anyMatch(name::startsWith)) {
                gc.put(id, cpuNanos(task));
            } else if (JIT_NAMES.stream().anyMatch(name::startsWith)) {
                jit.put(id, cpuNanos(task));
            }
        } catch (IOException e) {
            // The thread ended while the others were read.
        }
    }

    /** From schedstat, in nanoseconds; otherwise from stat, since a kernel built without schedstat shows none or only zeros. */
    private static long cpuNanos(Path task) throws IOException {
        Path precise = task.resolve("schedstat");
        if (Files.exists(precise)) {
            long nanos = Long.parseLong(Files.readString(precise).strip().split(" ")[0]);
            if (nanos > 0) {
                return nanos;
            }
        }
        String stat = Files.readString(task.resolve("stat"), StandardCharsets.ISO_8859_1);
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return NANOS_PER_TICK * (Long.parseLong(fields[USER_TICKS_FIELD]) + Long.parseLong(fields[SYSTEM_TICKS_FIELD]));
    }

    long gcTotalNanos() {
        return total(gcCpuNanos);
    }

    long jitTotalNanos() {
        return total(jitCpuNanos);
    }

    VmThreads minus(VmThreads earlier) {
        return new VmThreads(difference(gcCpuNanos, earlier.gcCpuNanos), difference(jitCpuNanos, earlier.jitCpuNanos));
    }

    /** @param firstId added to the ids of the other JVM's threads, so that all ids are unique */
    VmThreads and(VmThreads other, long firstId) {
        Map<Long, Long> gc = new HashMap<>(gcCpuNanos);
        Map<Long, Long> jit = new HashMap<>(jitCpuNanos);
        other.gcCpuNanos.forEach((id, nanos) -> gc.put(firstId + id, nanos));
        other.jitCpuNanos.forEach((id, nanos) -> jit.put(firstId + id, nanos));
        return new VmThreads(gc, jit);
    }

    private static Map<Long, Long> difference(Map<Long, Long> later, Map<Long, Long> earlier) {
        Map<Long, Long> difference = new TreeMap<>();
        later.forEach((id, nanos) -> difference.put(id, Math.max(0, nanos - earlier.getOrDefault(id, 0L))));
        return difference;
    }

    private static long total(Map<Long, Long> nanos) {
        return nanos.values().stream().mapToLong(Long::longValue).sum();
    }
}
