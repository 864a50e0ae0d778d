package dev.squeeze.feature.doctor;

import dev.squeeze.engine.workload.TopicWorkload;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An examined topic.
 *
 * @param unread why its batches could not be read; their figures are then 0 or absent
 * @param whole whether the whole topic was read and not a sample
 * @param batches number of batches read
 * @param records number of records in these batches
 * @param storedBytes of these batches
 * @param recordsPerSecond mean of what was sent between the oldest and the newest timestamp, including records that
 *     compaction has removed
 * @param ratio uncompressed / stored bytes of the recent batches
 * @param retention that disk usage is computed for
 * @param idle whether no records have arrived for a long time
 * @param moneyToday per month, including the CPU time of clients and brokers; absent if the rate is not known
 * @param workload what money is computed from; absent if the rate is not known, and in documents of earlier versions
 */
public record TopicSummary(
        String topic,
        int partitions,
        int replicationFactor,
        Optional<String> unread,
        boolean whole,
        long batches,
        long records,
        long storedBytes,
        OptionalDouble recordsPerSecond,
        OptionalDouble ratio,
        Optional<Duration> retention,
        boolean idle,
        OptionalDouble moneyToday,
        Optional<TopicWorkload> workload) {}
