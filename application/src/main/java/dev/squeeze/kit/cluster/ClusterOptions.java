package dev.squeeze.kit.cluster;

import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The cluster to start.
 *
 * @param brokers number of brokers, 1 to 5; absent: as many as the data folder has, otherwise one
 * @param dataFolder where data remains after the end, to be started again; absent: a temporary folder
 * @param firstPort the port of the first broker; the others use the following ones; absent: any free ports
 * @param brokerHeap maximum Java heap of each broker
 * @param readyTimeout how long to wait for the brokers to serve clients
 * @param deletedAtEnd files of the caller to be deleted when the cluster ends, even if the caller was killed
 */
public record ClusterOptions(
        OptionalInt brokers,
        Optional<Path> dataFolder,
        OptionalInt firstPort,
        ByteCount brokerHeap,
        Duration readyTimeout,
        List<Path> deletedAtEnd) {
    public static final int MAX_BROKERS = 5;
    /** Sufficient for a broker at the rates of a single machine; Kafka's own default is 1 GiB. */
    public static final ByteCount DEFAULT_BROKER_HEAP = new ByteCount(512 * ByteCount.MIB);

    private static final int MAX_PORT = 65_535;

    public ClusterOptions {
        brokers.ifPresent(count -> Range.requireBetween("--brokers", count, 1, MAX_BROKERS));
        firstPort.ifPresent(port -> Range.requireBetween("--port", port, 1, MAX_PORT - MAX_BROKERS));
        requireHeap(brokerHeap);
        dataFolder = dataFolder.map(folder -> folder.toAbsolutePath().normalize());
        deletedAtEnd = List.copyOf(deletedAtEnd);
    }

    /** @throws UsageException if it is too small for a broker to start */
    public static void requireHeap(ByteCount brokerHeap) {
        Range.requireAtLeast("--broker-heap", brokerHeap, new ByteCount(ByteCount.MIB));
    }

    /** A temporary cluster on free ports. */
    public static ClusterOptions temporary(int brokers) {
        return new ClusterOptions(
                OptionalInt.of(brokers),
                Optional.empty(),
                OptionalInt.empty(),
                DEFAULT_BROKER_HEAP,
                Duration.ofSeconds(60),
                List.of());
    }
}
