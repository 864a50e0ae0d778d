package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.workload.WorkloadFlags;
import dev.squeeze.kit.cli.BrokerCostArguments;
import dev.squeeze.kit.cli.ConnectionArguments;
import dev.squeeze.kit.cli.Milliseconds;
import dev.squeeze.kit.cli.PriceArguments;
import dev.squeeze.kit.cli.SeedArguments;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.Range;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The flags that all topics of a survey are appraised with. What no flag gives is taken from the cluster, or assumed
 * and reported.
 */
final class SurveyArguments {
    /** Memory per fetched byte: the fetched data, its sample for five batch sizes, and buffers. */
    private static final long BYTES_FOR_ONE_FETCHED = 8;

    @Option(
            names = "--sample",
            paramLabel = "BYTES",
            defaultValue = "1MiB",
            description =
                    "Maximum stored bytes to fetch from each topic (default: ${DEFAULT-VALUE}); more, up to 32MiB, if"
                            + " these are fewer than 32 batches.")
    ByteCount sample = new ByteCount(ByteCount.MIB);

    @Mixin
    SeedArguments seed = new SeedArguments();

    @Mixin
    WorkloadFlags workload = new WorkloadFlags();

    @Option(
            names = "--max-latency",
            converter = Milliseconds.class,
            paramLabel = "TIME",
            defaultValue = "100ms",
            description = "Limit for the predicted 99th percentile of the time from send() to acknowledgement (default:"
                    + " ${DEFAULT-VALUE}). Topics whose batches show a longer linger.ms may keep it.")
    Duration maxLatency = Duration.ofMillis(100);

    @Mixin
    PriceArguments prices = new PriceArguments();

    @Mixin
    BrokerCostArguments brokerCost = new BrokerCostArguments();

    /** Reports invalid values before any work is done. */
    void check(int parallel) {
        Range.requireAtLeast("--sample", sample, new ByteCount(1));
        Range.requireAboveZero("--max-latency", maxLatency);
        if ("cpu".equalsIgnoreCase(brokerCost.brokersLimitedBy)) {
            throw new UsageException(
                    "--brokers-limited-by must be disk or network here: a survey does not predict the CPU of whole"
                            + " brokers");
        }
        requireRoom(sample.bytes(), parallel);
    }

    /**
     * Checks that this process has enough memory.
     *
     * @throws UsageException if not; the message says what to change
     */
    static void requireRoom(long sampleBytes, int parallel) {
        ConnectionArguments.requireRoom(new ByteCount(BYTES_FOR_ONE_FETCHED * parallel * sampleBytes));
    }

    GivenBasis given(Prices priceList) {
        return new GivenBasis(sample.bytes(), seed.seed, workload.given(), maxLatency.toNanos() / 1e6, priceList);
    }
}
