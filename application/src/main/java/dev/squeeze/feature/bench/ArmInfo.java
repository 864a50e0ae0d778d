package dev.squeeze.feature.bench;

import dev.squeeze.engine.drivers.DriverHello;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.Tick;
import dev.squeeze.kit.document.Secrets;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/**
 * The figures of one arm.
 *
 * @param label what distinguishes it from the other arms
 * @param levels value of every factor
 * @param settings settings that were run
 * @param valid whether the figures may be used
 * @param problems reasons why not
 * @param warmUp warm-up
 * @param rounds valid rounds
 * @param recompressedRecords records that the brokers recompressed while measuring
 * @param refusedByStatus requests that a service answered with an error, by status; absent if there were none
 * @param interruptedAfterSeconds measured time of its only trial, which the user interrupted; absent if its trials ran
 *     to their end
 * @param clients the client libraries that sent instead of Java's producer; absent if Java's did
 * @param metrics by {@link Metric#key}
 * @param latencies over all rounds together: {@code send}, {@code acknowledge} and {@code end-to-end}, as far as
 *     measured
 * @param lastRound the latest trial over time
 */
public record ArmInfo(
        String label,
        Map<String, String> levels,
        SettingsInfo settings,
        boolean valid,
        List<String> problems,
        WarmUpInfo warmUp,
        int rounds,
        long recompressedRecords,
        Optional<Map<String, Long>> refusedByStatus,
        OptionalDouble interruptedAfterSeconds,
        Optional<List<ClientInfo>> clients,
        Map<String, MetricInfo> metrics,
        Map<String, DistributionInfo> latencies,
        List<MomentInfo> lastRound) {
    private static final int MAX_MOMENTS = 120;
    /** The common percentiles, and enough others for a curve over the number of nines. */
    private static final double[] PERCENTILES = {
        0, 5, 10, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.9, 99.95, 99.99, 99.999, 100
    };

    public ArmInfo {
        levels = Collections.unmodifiableMap(new LinkedHashMap<>(levels));
        problems = List.copyOf(problems);
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
        latencies = Collections.unmodifiableMap(new LinkedHashMap<>(latencies));
        lastRound = List.copyOf(lastRound);
    }

    /**
     * A client library whose producer sent the records, run by a driver.
     *
     * @param client name of the library
     * @param version version of the library
     * @param binding language binding that the driver uses, with its version
     * @param runtime runtime of the driver's language, with its version
     */
    public record ClientInfo(String client, String version, String binding, String runtime) {
        static Optional<List<ClientInfo>> of(List<DriverHello> drivers) {
            return drivers.isEmpty()
                    ? Optional.empty()
                    : Optional.of(drivers.stream()
                            .map(driver -> new ClientInfo(
                                    driver.client(), driver.version(), driver.binding(), driver.runtime()))
                            .toList());
        }

        /** Such as {@code librdkafka 2.12.1 (confluent-kafka-go v2.12.0, go1.26.8)}. */
        String words() {
            String through = Stream.of(binding, runtime)
                    .filter(text -> !text.isBlank() && !text.equals(client + " " + version))
                    .collect(Collectors.joining(", "));
            return client + (version.isBlank() ? "" : " " + version) + (through.isEmpty() ? "" : " (" + through + ")");
        }
    }

    /** A metric of this arm; absent if it was not measured. */
    Optional<MetricInfo> metric(Metric metric) {
        return Optional.ofNullable(metrics.get(metric.key()));
    }

    /**
     * Settings of an arm.
     *
     * @param consumerProperties consumer properties in addition to the defaults
     * @param rateRecordsPerSecond rate of an open loop, the mean rate if it has stages; absent for a closed loop
     */
    public record SettingsInfo(
            Map<String, String> producerProperties,
            Map<String, String> consumerProperties,
            Map<String, String> topicConfigs,
            int producers,
            int threads,
            int topics,
            int partitions,
            int replicationFactor,
            OptionalDouble rateRecordsPerSecond,
            ConsumerSettings.When consume,
            int consumers,
            int consumerGroups) {
        static SettingsInfo of(LoadSettings settings) {
            return new SettingsInfo(
                    Secrets.masked(settings.producerProperties()),
                    Secrets.masked(settings.consumers().properties()),
                    settings.topicConfigs(),
                    settings.producers(),
                    settings.threads(),
                    settings.topics(),
                    settings.partitions(),
                    settings.replicationFactor(),
                    rate(settings.profile()),
                    settings.consumers().when(),
                    settings.consumers().consumers(),
                    settings.consumers().groups());
        }
    }

    private static OptionalDouble rate(LoadProfile profile) {
        if (profile instanceof LoadProfile.OpenLoop open) {
            return OptionalDouble.of(open.recordsPerSecond());
        }
        return profile instanceof LoadProfile.Staged staged
                ? OptionalDouble.of(staged.meanRecordsPerSecond())
                : OptionalDouble.empty();
    }

    /** @param settled whether throughput and CPU had stabilised when the warm-up ended */
    public record WarmUpInfo(double seconds, boolean settled) {}

    /**
     * A metric over the rounds.
     *
     * @param estimate trimmed mean of the rounds
     * @param low lower end of its interval at 95 %; absent for a single round
     * @param high upper end
     * @param rounds value of each round
     */
    public record MetricInfo(
            String unit, double estimate, OptionalDouble low, OptionalDouble high, int n, List<Double> rounds) {
        public MetricInfo {
            rounds = List.copyOf(rounds);
        }

        static MetricInfo of(Metric metric, ArmResult.Figure figure) {
            Optional<ConfidenceInterval> interval = figure.interval();
            return new MetricInfo(
                    metric.unit(),
                    figure.estimate(),
                    interval.map(known -> OptionalDouble.of(known.low())).orElse(OptionalDouble.empty()),
                    interval.map(known -> OptionalDouble.of(known.high())).orElse(OptionalDouble.empty()),
                    figure.rounds().size(),
                    figure.rounds());
        }

        /** The wider side of the interval, relative to the estimate. */
        OptionalDouble relativeHalfWidth() {
            return low.isPresent() && high.isPresent() && estimate != 0
                    ? OptionalDouble.of(
                            Math.max(high.getAsDouble() - estimate, estimate - low.getAsDouble()) / Math.abs(estimate))
                    : OptionalDouble.empty();
        }
    }

    /** A distribution of latencies: their number, mean and percentiles. */
    public record DistributionInfo(long n, double meanMillis, List<PercentileInfo> percentiles) {
        public DistributionInfo {
            percentiles = List.copyOf(percentiles);
        }

        static DistributionInfo of(Histogram nanos) {
            List<PercentileInfo> percentiles = new ArrayList<>();
            for (double percentile : PERCENTILES) {
                // A percentile with less than one value above it would just repeat the maximum.
                if (percentile == 100 || nanos.getTotalCount() * (1 - percentile / 100) >= 1) {
                    percentiles.add(new PercentileInfo(percentile, nanos.getValueAtPercentile(percentile) / 1e6));
                }
            }
            return new DistributionInfo(nanos.getTotalCount(), nanos.getMean() / 1e6, percentiles);
        }

        /** The percentile in milliseconds, from the nearest recorded percentile at or above it. */
        double at(double percentile) {
            return percentiles.stream()
                    .filter(point -> point.percentile() >= percentile - 1e-9)
                    .findFirst()
                    .map(PercentileInfo::millis)
                    .orElse(0.0);
        }
    }

    /** @param percentile 0 to 100 */
    public record PercentileInfo(double percentile, double millis) {}

    /** @param backlog records that were due and are not acknowledged yet */
    public record MomentInfo(double seconds, long sent, long acknowledged, long backlog) {}

    public static ArmInfo of(ArmResult arm) {
        Map<String, MetricInfo> metrics = new LinkedHashMap<>();
        arm.figures().forEach((metric, figure) -> metrics.put(metric.key(), MetricInfo.of(metric, figure)));
        Map<String, DistributionInfo> latencies = new LinkedHashMap<>();
        put(latencies, "send", arm.sendNanos());
        put(latencies, "acknowledge", arm.acknowledgeNanos());
        put(latencies, "end-to-end", arm.endToEndNanos());
        return new ArmInfo(
                arm.arm().label(),
                arm.arm().levels(),
                SettingsInfo.of(arm.arm().settings()),
                arm.isValid(),
                arm.problems(),
                new WarmUpInfo(arm.warmUpSeconds(), arm.settled()),
                arm.rounds(),
                arm.recompressedRecords(),
                arm.refusedByStatus().isEmpty() ? Optional.empty() : Optional.of(arm.refusedByStatus()),
                arm.interruptedSeconds(),
                ClientInfo.of(arm.clients()),
                metrics,
                latencies,
                moments(arm.lastTicks()));
    }

    private static void put(Map<String, DistributionInfo> latencies, String name, Histogram nanos) {
        if (nanos.getTotalCount() > 0) {
            latencies.put(name, DistributionInfo.of(nanos));
        }
    }

    static List<MomentInfo> moments(List<Tick> ticks) {
        int step = Math.max(1, (ticks.size() + MAX_MOMENTS - 1) / MAX_MOMENTS);
        List<MomentInfo> moments = new ArrayList<>();
        for (int i = 0; i < ticks.size(); i += step) {
            Tick tick = ticks.get(i);
            moments.add(new MomentInfo(tick.seconds(), tick.sent(), tick.acknowledged(), tick.backlog()));
        }
        return moments;
    }
}
