package dev.squeeze.engine.workload;

import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.Milliseconds;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.DurationText;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The flags that describe a workload, the same in every command that prices one. */
@HelpGroup.In(HelpGroup.WORKLOAD)
public final class WorkloadFlags {
    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description =
                    "Rate of all producers of a topic together: 5000 (records/s) or 10MiB/s of keys and values. Default: from"
                            + " the records' timestamps, otherwise 10MiB/s.")
    @Nullable
    ArrivalRate rate;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "Partitions of the topic. Default: those of topic:NAME or segment:PATH, otherwise 12.")
    @Nullable
    Integer partitions;

    @Option(
            names = "--producers",
            paramLabel = "N",
            description =
                    "Producer instances that share the rate. Default: the number that explains the size of the batches in topic:NAME"
                            + " or segment:PATH, otherwise 3.")
    @Nullable
    Integer producers;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            description = "Brokers that lead the partitions. Default: those of the topic's cluster, otherwise 3.")
    @Nullable
    Integer brokers;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            description = "Copies of each partition. Default: the topic's, otherwise 3.")
    @Nullable
    Integer replicationFactor;

    @Option(
            names = "--consumer-groups",
            paramLabel = "N",
            description =
                    "Consumer groups that each read everything once. Default: the groups with offsets on the topic that"
                            + " the cluster shows, otherwise 2.")
    @Nullable
    Integer consumerGroups;

    @Option(
            names = "--retention",
            paramLabel = "TIME",
            description =
                    "How long records are kept. Default: the topic's retention.ms and retention.bytes, whichever keeps less,"
                            + " otherwise 7d.")
    @Nullable
    Duration retention;

    @Option(
            names = "--local-retention",
            paramLabel = "TIME",
            description =
                    "With tiered storage, how long brokers keep records that are also in the object store. Default: the topic's"
                            + " local.retention.ms if it has remote storage, otherwise no tiered storage.")
    @Nullable
    Duration localRetention;

    @Option(
            names = "--zones",
            paramLabel = "N",
            description = "Availability zones. Default: the number of racks if every broker has one, otherwise 3.")
    @Nullable
    Integer zones;

    @Option(
            names = "--round-trip",
            converter = Milliseconds.class,
            paramLabel = "TIME",
            defaultValue = "2ms",
            description = "Round-trip time of a produce request (default: ${DEFAULT-VALUE}).")
    Duration roundTrip = Duration.ofMillis(2);

    /**
     * The workload specified by the flags.
     *
     * @throws UsageException if a number is out of range; the message names the flag
     */
    public GivenWorkload given() {
        Map<WorkloadPart, Integer> numbers = new EnumMap<>(WorkloadPart.class);
        put(numbers, WorkloadPart.PARTITIONS, partitions, 1);
        put(numbers, WorkloadPart.PRODUCERS, producers, 1);
        put(numbers, WorkloadPart.BROKERS, brokers, 1);
        put(numbers, WorkloadPart.REPLICATION_FACTOR, replicationFactor, 1);
        put(numbers, WorkloadPart.CONSUMER_GROUPS, consumerGroups, 0);
        put(numbers, WorkloadPart.ZONES, zones, 1);
        if (brokers != null && replicationFactor != null && replicationFactor > brokers) {
            throw new UsageException("--replication-factor " + replicationFactor
                    + " needs at least that many brokers: use --brokers " + replicationFactor + " or more");
        }
        if (localRetention != null && retention != null && localRetention.compareTo(retention) > 0) {
            throw new UsageException("--local-retention must be at most --retention " + DurationText.format(retention)
                    + ", got " + DurationText.format(localRetention));
        }
        Range.requireAboveZero("--round-trip", roundTrip);
        return new GivenWorkload(
                Optional.ofNullable(rate),
                Optional.ofNullable(retention),
                Optional.ofNullable(localRetention),
                roundTrip.toNanos() / 1e6,
                numbers);
    }

    private static void put(Map<WorkloadPart, Integer> numbers, WorkloadPart part, @Nullable Integer value, int least) {
        Range.requireAtLeast(part.flag(), value, least);
        if (value != null) {
            numbers.put(part, value);
        }
    }
}
