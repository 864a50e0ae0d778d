package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cluster.ClusterFacts;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What every topic of a survey is judged by; what no flag says is taken from the cluster, or assumed and reported. */
final class SurveyArguments {
    private static final int DEFAULT_ZONES = 3;
    private static final int DEFAULT_CONSUMER_GROUPS = 2;
    /** What was fetched, its sample for five batch sizes, and buffers. */
    private static final long BYTES_FOR_ONE_FETCHED = 8;

    @Option(
            names = "--sample",
            paramLabel = "BYTES",
            defaultValue = "1MiB",
            description = "Largest number of stored bytes to fetch from each topic (default: ${DEFAULT-VALUE}).")
    ByteCount sample = new ByteCount(ByteCount.MIB);

    @Option(
            names = "--seed",
            paramLabel = "N",
            defaultValue = "1",
            description = "Seed of every random choice (default: ${DEFAULT-VALUE}).")
    long seed;

    @Option(
            names = "--zones",
            paramLabel = "N",
            description = "Availability zones. Default: the brokers' racks where all have one, otherwise 3.")
    @Nullable
    Integer zones;

    @Option(
            names = "--consumer-groups",
            paramLabel = "N",
            description = "Groups that read every topic once. Default: 2.")
    @Nullable
    Integer consumerGroups;

    @Option(
            names = "--retention",
            paramLabel = "TIME",
            description =
                    "How long records of every topic are kept. Default: each topic's own, as far as the cluster reports it,"
                            + " otherwise 7d.")
    @Nullable
    Duration retention;

    @Option(
            names = "--max-latency",
            paramLabel = "TIME",
            defaultValue = "100ms",
            description = "Most time that batching and compressing may add to a record (default: ${DEFAULT-VALUE}).")
    Duration maxLatency = Duration.ofMillis(100);

    @Option(
            names = "--round-trip",
            paramLabel = "TIME",
            defaultValue = "2ms",
            description = "Time of one produce request (default: ${DEFAULT-VALUE}).")
    Duration roundTrip = Duration.ofMillis(2);

    @Option(
            names = "--prices",
            paramLabel = "FILE",
            defaultValue = "aws",
            description = "Price list: aws, gcp, azure, or a YAML file, as for advise (default: ${DEFAULT-VALUE}).")
    String prices = "aws";

    /** Finds mistakes before any work is done. */
    void check(int parallel) {
        if (sample.bytes() < 1) {
            throw new IllegalArgumentException("--sample must be above 0");
        }
        if (zones != null && zones < 1) {
            throw new IllegalArgumentException("--zones must be at least 1, got " + zones);
        }
        if (consumerGroups != null && consumerGroups < 0) {
            throw new IllegalArgumentException("--consumer-groups must be at least 0, got " + consumerGroups);
        }
        if (roundTrip.isZero()) {
            throw new IllegalArgumentException("--round-trip must be above 0");
        }
        ConnectionArguments.requireRoom(new ByteCount(BYTES_FOR_ONE_FETCHED * parallel * sample.bytes()));
    }

    SurveyBasis basis(Optional<String> clusterId, List<ClusterFacts.Broker> brokers, Prices priceList) {
        return new SurveyBasis(
                clusterId,
                sample.bytes(),
                seed,
                brokers.size(),
                zones == null ? racks(brokers).orElse(DEFAULT_ZONES) : zones,
                consumerGroups == null ? DEFAULT_CONSUMER_GROUPS : consumerGroups,
                Optional.ofNullable(retention),
                roundTrip.toNanos() / 1e6,
                maxLatency.toNanos() / 1e6,
                priceList);
    }

    /** Empty unless every broker has a rack. */
    private static Optional<Integer> racks(List<ClusterFacts.Broker> brokers) {
        return brokers.stream().allMatch(broker -> broker.rack().isPresent())
                ? Optional.of((int) brokers.stream()
                        .map(ClusterFacts.Broker::rack)
                        .distinct()
                        .count())
                : Optional.empty();
    }

    /** What neither the cluster nor a flag gave. */
    List<String> assumptions(List<ClusterFacts.Broker> brokers, long topicsWithoutSettings) {
        List<String> assumed = new ArrayList<>();
        if (zones == null && racks(brokers).isEmpty()) {
            assumed.add("--zones " + DEFAULT_ZONES + ": the brokers have no racks");
        }
        if (consumerGroups == null) {
            assumed.add("--consumer-groups " + DEFAULT_CONSUMER_GROUPS + " for every topic");
        }
        if (retention == null && topicsWithoutSettings > 0) {
            assumed.add("--retention 7d for the " + topicsWithoutSettings
                    + " topics whose settings the cluster did not report them");
        }
        return assumed;
    }
}
