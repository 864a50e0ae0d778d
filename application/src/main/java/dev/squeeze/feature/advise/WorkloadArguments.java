package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.unit.ArrivalRate;
import dev.squeeze.kit.unit.DurationText;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.OptionalDouble;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The workload that the recommendation is for. */
final class WorkloadArguments {
    private static final int DEFAULT_PARTITIONS = 12;
    private static final int DEFAULT_PRODUCERS = 3;
    private static final ArrivalRate DEFAULT_RATE = new ArrivalRate.BytesPerSecond(10 << 20);

    @Option(
            names = "--rate",
            paramLabel = "RATE",
            description =
                    "Rate of all producers together: 5000 (records/s) or 10MiB/s of keys and values. Default: from the"
                            + " records' timestamps if they have any, otherwise 10MiB/s.")
    @Nullable
    ArrivalRate rate;

    @Option(
            names = "--partitions",
            paramLabel = "N",
            description = "Partitions of the topic. Default: those of segment:PATH or topic:NAME, otherwise 12.")
    @Nullable
    Integer partitions;

    @Option(
            names = "--producers",
            paramLabel = "N",
            description =
                    "Producer instances that share the rate. Default: as many as explain the size of the batches in"
                            + " segment:PATH or topic:NAME, otherwise 3.")
    @Nullable
    Integer producers;

    @Option(
            names = "--client",
            paramLabel = "NAME",
            defaultValue = "java",
            description =
                    "Client library of the producers: java, librdkafka, franz-go or sarama; each forms batches by its own"
                            + " rules (default: ${DEFAULT-VALUE}).")
    ClientProfile client = ClientProfile.JAVA;

    @Option(
            names = "--brokers",
            paramLabel = "N",
            defaultValue = "3",
            description = "Brokers that lead the partitions (default: ${DEFAULT-VALUE}).")
    int brokers;

    @Option(
            names = "--replication-factor",
            paramLabel = "N",
            defaultValue = "3",
            description = "Copies of each partition (default: ${DEFAULT-VALUE}).")
    int replicationFactor;

    @Option(
            names = "--consumer-groups",
            paramLabel = "N",
            defaultValue = "2",
            description = "Consumer groups that each read everything once (default: ${DEFAULT-VALUE}).")
    int consumerGroups;

    @Option(
            names = "--retention",
            paramLabel = "TIME",
            defaultValue = "7d",
            description = "How long records are kept (default: ${DEFAULT-VALUE}).")
    Duration retention = Duration.ofDays(7);

    @Option(
            names = "--local-retention",
            paramLabel = "TIME",
            description =
                    "With tiered storage, how long brokers keep records that the object store has too (local.retention.ms)."
                            + " Default: no tiered storage.")
    @Nullable
    Duration localRetention;

    @Option(
            names = "--zones",
            paramLabel = "N",
            defaultValue = "3",
            description = "Availability zones (default: ${DEFAULT-VALUE}).")
    int zones;

    @Option(
            names = "--round-trip",
            paramLabel = "TIME",
            defaultValue = "2ms",
            description = "Round-trip time of a produce request (default: ${DEFAULT-VALUE}).")
    Duration roundTrip = Duration.ofMillis(2);

    /** Finds mistakes before any work is done. */
    void check() {
        positive("--partitions", partitions == null ? 1 : partitions);
        positive("--producers", producers == null ? 1 : producers);
        positive("--brokers", brokers);
        positive("--replication-factor", replicationFactor);
        positive("--zones", zones);
        if (consumerGroups < 0) {
            throw new IllegalArgumentException("--consumer-groups must be at least 0, got " + consumerGroups);
        }
        if (replicationFactor > brokers) {
            throw new IllegalArgumentException("--replication-factor " + replicationFactor
                    + " needs as many brokers: give --brokers " + replicationFactor + " or more");
        }
        if (localRetention != null && localRetention.compareTo(retention) > 0) {
            throw new IllegalArgumentException("--local-retention must be at most --retention "
                    + DurationText.format(retention) + ", got " + DurationText.format(localRetention));
        }
        if (roundTrip.isZero()) {
            throw new IllegalArgumentException("--round-trip must be above 0");
        }
    }

    private static void positive(String flag, int value) {
        Range.requireAtLeast(flag, value, 1);
    }

    /** The rate given, else that of the timestamps, else a default. */
    ArrivalRate effectiveRate(Sample sample) {
        if (rate != null) {
            return rate;
        }
        return sample.recordsPerSecond().isPresent()
                ? new ArrivalRate.RecordsPerSecond(sample.recordsPerSecond().getAsDouble())
                : DEFAULT_RATE;
    }

    /** Whether neither the user nor the data gave the rate. */
    boolean rateIsAssumed(Sample sample) {
        return rate == null && sample.recordsPerSecond().isEmpty();
    }

    /** How long the data showed the rate for, where it is the data's. */
    OptionalDouble rateSeconds(Sample sample) {
        return rate == null && sample.rate().isPresent()
                ? OptionalDouble.of(sample.rate().get().seconds())
                : OptionalDouble.empty();
    }

    Workload workload(Sample sample) {
        Workload known = Workload.of(
                        effectiveRate(sample)
                                .recordsPerSecond(
                                        Math.max(1, sample.recordBytes().mean())),
                        sample.framedRecordBytes(),
                        sample.read().hasKeys(),
                        partitions == null
                                ? sample.read()
                                        .stored()
                                        .map(StoredBatches::partitions)
                                        .orElse(DEFAULT_PARTITIONS)
                                : partitions)
                .withProducers(producers == null ? DEFAULT_PRODUCERS : producers)
                .withBrokers(brokers, replicationFactor)
                .withConsumerGroups(consumerGroups)
                .withRetention(retention)
                .withZones(zones)
                .withRoundTripMillis(roundTrip.toNanos() / 1e6)
                .withClient(client);
        return localRetention == null ? known : known.withLocalRetention(localRetention);
    }
}
