package dev.squeeze.kit.cluster;

import com.sun.management.OperatingSystemMXBean;
import dev.squeeze.kit.unit.ByteCount;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Checks before the start that memory suffices, since otherwise the operating system would kill a broker later. */
final class MachineMemory {
    /** Memory of a broker in addition to its heap: an allowance for code, classes, threads and buffers. */
    private static final long NON_HEAP_BYTES = 160 * ByteCount.MIB;

    private static final Path MEMORY_INFO = Path.of("/proc/meminfo");
    private static final String AVAILABLE = "MemAvailable:";

    private MachineMemory() {}

    /**
     * Counts half of each heap, as the heap size is a limit and not a requirement.
     *
     * @throws ClusterException if there is not enough memory for all brokers
     */
    static void require(int brokers, ByteCount heap) {
        long needed = Math.multiplyExact(heap.bytes() / 2 + NON_HEAP_BYTES, brokers);
        long free = availableBytes();
        if (free < needed) {
            throw new ClusterException("too little memory: " + brokers + (brokers == 1 ? " broker" : " brokers")
                    + " with a heap of up to " + heap + (brokers == 1 ? " needs about " : " need about ")
                    + new ByteCount(needed)
                    + ", and "
                    + new ByteCount(free) + " are free; start fewer --brokers or lower --broker-heap");
        }
    }

    /** Memory that processes can still allocate; on Linux including the page cache. Never more than a container's limit. */
    private static long availableBytes() {
        long total =
                ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getTotalMemorySize();
        try {
            return Files.readAllLines(MEMORY_INFO).stream()
                    .filter(line -> line.startsWith(AVAILABLE))
                    .map(line -> line.replaceAll("\\D", ""))
                    .mapToLong(kibibytes -> Long.parseLong(kibibytes) * ByteCount.KIB)
                    .map(available -> Math.min(available, total))
                    .findFirst()
                    .orElse(total);
        } catch (IOException e) {
            return total;
        }
    }
}
