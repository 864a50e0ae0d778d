package dev.squeeze.feature.doctor;

import dev.squeeze.engine.workload.TopicWorkload;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A topic that was looked at.
 *
 * @param unread why its batches could not be read; all figures of them are 0 or absent then
 * @param whole whether all of it was read, not a sample
 * @param batches that were read
 * @param records in them
 * @param storedBytes of them
 * @param recordsPerSecond mean of what was sent between the oldest and the newest timestamp, those that compaction has removed among
 *     them
 * @param ratio uncompressed over stored bytes of the recent batches
 * @param retention for which disks are counted
 * @param idle whether nothing came for long
 * @param moneyToday per month, with the CPU time of clients and brokers; absent where the rate is not known
 * @param workload what money is computed with; absent where the rate is not known, and in documents of earlier versions
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
