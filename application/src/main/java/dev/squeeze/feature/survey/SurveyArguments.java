package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.kit.cli.BrokerCostArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.PriceArguments;
import dev.squeeze.kit.cli.SeedArguments;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** What every topic of a survey is judged by; what no flag says is taken from the cluster, or assumed and reported. */
final class SurveyArguments {
    /** What was fetched, its sample for five batch sizes, and buffers. */
    private static final long BYTES_FOR_ONE_FETCHED = 8;

    @Option(
            names = "--sample",
            paramLabel = "BYTES",
            defaultValue = "1MiB",
            description = "Largest number of stored bytes to fetch from each topic (default: ${DEFAULT-VALUE}).")
    ByteCount sample = new ByteCount(ByteCount.MIB);

    @Mixin
    SeedArguments seed = new SeedArguments();

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

    @Mixin
    PriceArguments prices = new PriceArguments();

    @Mixin
    BrokerCostArguments brokerCost = new BrokerCostArguments();

    /** Finds mistakes before any work is done. */
    void check(int parallel) {
        if (sample.bytes() < 1) {
            throw new IllegalArgumentException("--sample must be above 0");
        }
        Range.requireAtLeast("--zones", zones, 1);
        Range.requireAtLeast("--consumer-groups", consumerGroups, 0);
        Range.requireAboveZero("--round-trip", roundTrip);
        if ("cpu".equalsIgnoreCase(brokerCost.brokersLimitedBy)) {
            throw new IllegalArgumentException(
                    "--brokers-limited-by must be disk or network here: a survey predicts no CPU of whole brokers");
        }
        ConnectionArguments.requireRoom(new ByteCount(BYTES_FOR_ONE_FETCHED * parallel * sample.bytes()));
    }

    GivenBasis given(Prices priceList) {
        return new GivenBasis(
                sample.bytes(),
                seed.seed,
                optional(zones),
                optional(consumerGroups),
                Optional.ofNullable(retention),
                roundTrip.toNanos() / 1e6,
                maxLatency.toNanos() / 1e6,
                priceList);
    }

    private static OptionalInt optional(@Nullable Integer value) {
        return value == null ? OptionalInt.empty() : OptionalInt.of(value);
    }
}
