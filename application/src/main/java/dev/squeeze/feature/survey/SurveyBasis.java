package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.Prices;
import java.time.Duration;
import java.util.Optional;

/**
 * What every topic of a survey is judged by. Appraisals can only be ranked side by side where it is the same.
 *
 * @param clusterId absent where the brokers do not report it
 * @param sampleBytes most stored bytes fetched of a topic
 * @param seed of every random choice
 * @param brokers that lead the partitions
 * @param zones that clients and brokers spread over
 * @param consumerGroups that read every topic once
 * @param retention of every topic; absent where each has its own
 * @param roundTripMillis of a produce request
 * @param maxLatencyMillis that batching and compressing may add to a record
 * @param prices of bytes and cores
 */
public record SurveyBasis(
        Optional<String> clusterId,
        long sampleBytes,
        long seed,
        int brokers,
        int zones,
        int consumerGroups,
        Optional<Duration> retention,
        double roundTripMillis,
        double maxLatencyMillis,
        Prices prices) {}
