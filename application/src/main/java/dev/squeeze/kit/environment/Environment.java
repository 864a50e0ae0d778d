package dev.squeeze.kit.environment;

import com.github.luben.zstd.util.ZstdVersion;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Properties;
import org.xerial.snappy.Snappy;

/**
 * The environment of a measurement.
 *
 * @param squeezeVersion version of this tool
 * @param kafkaVersion version of kafka-clients
 * @param libraries version of each codec library
 * @param processor model name of the processor, or its architecture if there is none ({@link #hasNamedProcessor})
 * @param cores processors available to the JVM
 * @param memoryBytes of the machine
 * @param heapBytes maximum heap of this JVM
 * @param operatingSystem name, version and architecture
 * @param java vendor and version of the JVM
 * @param loadAverageBefore load average of the last minute before the measurement
 */
public record Environment(
        String squeezeVersion,
        String kafkaVersion,
        Map<String, String> libraries,
        String processor,
        int cores,
        long memoryBytes,
        long heapBytes,
        String operatingSystem,
        String java,
        OptionalDouble loadAverageBefore) {
    public Environment {
        libraries = Collections.unmodifiableMap(new LinkedHashMap<>(libraries));
    }

    /** Determines the current environment. */
    public static Environment current() {
        Properties build = build();
        Map<String, String> libraries = new LinkedHashMap<>();
        libraries.put("zstd", ZstdVersion.VERSION);
        libraries.put("lz4-java", build.getProperty("lz4.version", "unknown"));
        libraries.put("snappy", Snappy.getNativeLibraryVersion());
        libraries.put("zlib", "of the JDK");
        com.sun.management.OperatingSystemMXBean system =
                (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        double load = system.getSystemLoadAverage();
        return new Environment(
                build.getProperty("version", "unknown"),
                build.getProperty("kafka.version", "unknown"),
                libraries,
                ProcessorName.ofThisMachine(),
                Runtime.getRuntime().availableProcessors(),
                system.getTotalMemorySize(),
                Runtime.getRuntime().maxMemory(),
                System.getProperty("os.name") + " " + System.getProperty("os.version") + " "
                        + System.getProperty("os.arch"),
                System.getProperty("java.vm.name") + " " + System.getProperty("java.runtime.version"),
                load < 0 ? OptionalDouble.empty() : OptionalDouble.of(load));
    }

    /** Whether the processor name is more specific than its architecture, so that processors of the same name are comparable. */
    public boolean hasNamedProcessor() {
        return !operatingSystem.endsWith(' ' + processor);
    }

    /** Only the version of this tool, without determining the rest. */
    public static String version() {
        return build().getProperty("version", "unknown");
    }

    /** Only the version of kafka-clients. */
    public static String kafkaClientsVersion() {
        return build().getProperty("kafka.version", "unknown");
    }

    private static Properties build() {
        Properties properties = new Properties();
        try (InputStream in = Environment.class.getResourceAsStream("build.properties")) {
            if (in != null) {
                properties.load(in);
            }
        } catch (IOException e) {
            throw new IllegalStateException("the build properties cannot be read", e);
        }
        return properties;
    }
}
