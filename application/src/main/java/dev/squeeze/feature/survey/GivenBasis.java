package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.kit.cluster.ClusterFacts;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What flags say that every topic of a survey is judged by; what they do not say is taken from the cluster, or assumed and
 * reported.
 *
 * @param sampleBytes most stored bytes fetched of a topic
 * @param seed of every random choice
 * @param zones absent: the brokers' racks where all have one, otherwise 3
 * @param consumerGroups absent: 2
 * @param retention absent: each topic's own, as far as the cluster reports it
 * @param roundTripMillis of a produce request
 * @param maxLatencyMillis that batching and compressing may add to a record
 * @param prices of bytes and cores
 */
record GivenBasis(
        long sampleBytes,
        long seed,
        OptionalInt zones,
        OptionalInt consumerGroups,
        Optional<Duration> retention,
        double roundTripMillis,
        double maxLatencyMillis,
        Prices prices) {
    private static final int DEFAULT_ZONES = 3;
    private static final int DEFAULT_CONSUMER_GROUPS = 2;

    SurveyBasis on(Optional<String> clusterId, List<ClusterFacts.Broker> brokers) {
        return new SurveyBasis(
                clusterId,
                sampleBytes,
                seed,
                brokers.size(),
                zones.orElseGet(() -> racks(brokers).orElse(DEFAULT_ZONES)),
                consumerGroups.orElse(DEFAULT_CONSUMER_GROUPS),
                retention,
                roundTripMillis,
                maxLatencyMillis,
                prices);
    }

    /** Empty unless every broker has a rack. */
    private static OptionalInt racks(List<ClusterFacts.Broker> brokers) {
        return brokers.stream().allMatch(broker -> broker.rack().isPresent())
                ? OptionalInt.of((int) brokers.stream()
                        .map(ClusterFacts.Broker::rack)
                        .distinct()
                        .count())
                : OptionalInt.empty();
    }

    /** What neither the cluster nor a flag gave. */
    List<String> assumptions(List<ClusterFacts.Broker> brokers, long topicsWithoutSettings) {
        List<String> assumed = new ArrayList<>();
        if (zones.isEmpty() && racks(brokers).isEmpty()) {
            assumed.add("--zones " + DEFAULT_ZONES + ": the brokers have no racks");
        }
        if (consumerGroups.isEmpty()) {
            assumed.add("--consumer-groups " + DEFAULT_CONSUMER_GROUPS + " for every topic");
        }
        if (retention.isEmpty() && topicsWithoutSettings > 0) {
            assumed.add("--retention 7d for the " + topicsWithoutSettings
                    + " topics whose settings the cluster did not report them");
        }
        return assumed;
    }
}
