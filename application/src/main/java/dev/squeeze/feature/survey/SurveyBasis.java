package dev.squeeze.feature.survey;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What all topics of a survey are appraised with. Appraisals can only be ranked together if they share the same basis.
 *
 * @param clusterId absent if the brokers do not report it
 * @param sampleBytes maximum stored bytes to fetch from a topic
 * @param seed of every random choice
 * @param brokers number of brokers that lead the partitions
 * @param zones number of zones that clients and brokers are spread over
 * @param consumerGroups number of groups that read every topic; absent if it differs by topic
 * @param retention of every topic; absent if it differs by topic
 * @param localRetention of every topic, on brokers with tiered storage; absent if it differs by topic, and in documents
 *     of earlier versions
 * @param roundTripMillis of a produce request
 * @param maxLatencyMillis limit of the 99th percentile of the time from send() to acknowledgement
 * @param prices of bytes and cores
 * @param rate of every topic; absent if it differs by topic, like all parameters after it
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
