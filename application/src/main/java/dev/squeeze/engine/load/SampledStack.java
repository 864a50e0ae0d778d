package dev.squeeze.engine.load;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The methods that matter of a sampled stack.
 *
 * @param innermost the method that was running
 * @param ofInterest the innermost method of Kafka or a codec library; absent if there is none
 */
record SampledStack(String innermost, Optional<String> ofInterest) {
    private static final String UNKNOWN = "(unknown)";

    private static final List<String> INTERESTING = List.of(
            "org.apache.kafka.",
            "kafka.",
            "java.util.zip.",
            "com.github.luben.zstd.",
            "net.jpountz.",
            "org.xerial.snappy.");

    /**
     * Native methods that wait, in Java 17 to 25: a thread in one of them looks as busy as one that compresses. Reads
     * of streams are included because streams are pipes here; Kafka reads its files through channels.
     */
    private static final Set<String> WAITING = Set.of(
            "sun.nio.ch.EPoll.wait",
            "sun.nio.ch.KQueue.poll",
            "sun.nio.ch.WEPoll.wait",
            "sun.nio.ch.Net.poll",
            "sun.nio.ch.Net.accept",
            "sun.nio.fs.LinuxWatchService.poll",
            "java.io.FileInputStream.readBytes",
            "java.io.FileInputStream.read0",
            "java.lang.ProcessHandleImpl.waitForProcessExit0");

    /** @param methods {@code package.Class.method}, innermost first */
    static SampledStack of(List<String> methods) {
        return new SampledStack(
                methods.isEmpty() ? UNKNOWN : methods.get(0),
                methods.stream().filter(SampledStack::isInteresting).findFirst());
    }

    private static boolean isInteresting(String method) {
        return INTERESTING.stream().anyMatch(method::startsWith);
    }

    /** Whether the thread was only waiting, although the sample shows it as running. */
    boolean waits() {
        return WAITING.contains(innermost);
    }
}
