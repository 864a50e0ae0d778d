package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What every topic of a survey is judged by. Appraisals can only be ranked side by side where it is the same.
 *
 * @param clusterId absent where the brokers do not report it
 * @param sampleBytes most stored bytes fetched of a topic
 * @param seed of every random choice
 * @param brokers that lead the partitions
 * @param zones that clients and brokers spread over
 * @param consumerGroups that read every topic once; absent where each topic has its own
 * @param retention of every topic; absent where each has its own
 * @param localRetention of every topic, on brokers where an object store has all; absent where each has its own, and in documents
 *     of earlier versions
 * @param roundTripMillis of a produce request
 * @param maxLatencyMillis limit of the 99th percentile of the time from send() to acknowledgement
 * @param prices of bytes and cores
 * @param rate of every topic; absent where each has its own, as the parts after it are
 */
public record SurveyBasis(
        Optional<String> clusterId,
        long sampleBytes,
        long seed,
        int brokers,
        int zones,
        OptionalInt consumerGroups,
        Optional<Duration> retention,
        Optional<Duration> localRetention,
        double roundTripMillis,
        double maxLatencyMillis,
        Prices prices,
        Optional<ArrivalRate> rate,
        OptionalInt partitions,
        OptionalInt producers,
        OptionalInt replicationFactor) {}
