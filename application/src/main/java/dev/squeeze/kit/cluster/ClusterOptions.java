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
 * What kind of cluster to start.
 *
 * @param brokers how many, 1 to 5; absent: as many as the data folder holds, else one
 * @param dataFolder where the data stay after the end, to be started again; absent: a temporary folder
 * @param firstPort the port of the first broker, the others take the following ones; absent: any free ones
 * @param brokerHeap the largest Java heap of each broker
 * @param readyTimeout how long to wait for the brokers to serve clients
 * @param deletedAtEnd files of the caller that have to go when the cluster ends, even if the caller was killed
 */
public record ClusterOptions(
        OptionalInt brokers,
        Optional<Path> dataFolder,
        OptionalInt firstPort,
        ByteCount brokerHeap,
        Duration readyTimeout,
        List<Path> deletedAtEnd) {
    public static final int MAX_BROKERS = 5;
    /** Enough for a broker at the rates that one machine sees; Kafka's own default is 1 GiB. */
    public static final ByteCount DEFAULT_BROKER_HEAP = new ByteCount(512 * ByteCount.MIB);

    private static final int MAX_PORT = 65_535;

    public ClusterOptions {
        brokers.ifPresent(count -> Range.requireBetween("--brokers", count, 1, MAX_BROKERS));
        firstPort.ifPresent(port -> Range.requireBetween("--port", port, 1, MAX_PORT - MAX_BROKERS));
        requireHeap(brokerHeap);
        dataFolder = dataFolder.map(folder -> folder.toAbsolutePath().normalize());
        deletedAtEnd = List.copyOf(deletedAtEnd);
    }

    /** @throws UsageException where no broker starts with it */
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
