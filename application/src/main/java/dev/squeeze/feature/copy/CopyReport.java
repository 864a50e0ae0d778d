package dev.squeeze.feature.copy;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.kit.format.CodecSpan;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * The report on copying a topic.
 *
 * @param topic the source topic
 * @param partitions its number of partitions
 * @param copies in the order of the plan
 * @param complete whether everything that was committed at the start was copied; always false for a topic that is
 *     followed
 * @param unstableOffsets number of offsets after the first open transaction of their partitions at the start, which
 *     were not copied; absent if there were none, and for a topic that is followed
 * @param interrupted whether it was stopped
 * @param problem why it failed; absent if it did not
 * @param recoveries why it had to resume from the last commit, in order; only the first 20
 * @param recoveryCount how often it resumed
 * @param sourceSettings explicit settings of the source, which the user may want to set on the copies
 * @param gcCpuSeconds CPU time of garbage collection in this JVM; absent if the system does not report it
 * @param jitCpuSeconds CPU time of JIT compilation in this JVM; absent if the system does not report it
 * @param sourceLinkBytes bytes received from the source for all copies together: whole responses, before encryption
 * @param clockSeconds elapsed time of copying, without the comparison
 * @param sourceOverTime what was read from the source, in chronological order; at most 600 intervals
 * @param sourceSpans codecs of the records read, by record timestamp; at most 40
 */
public record CopyReport(
        String topic,
        int partitions,
        List<Copy> copies,
        boolean complete,
        OptionalLong unstableOffsets,
        boolean interrupted,
        Optional<String> problem,
        List<String> recoveries,
        int recoveryCount,
        Map<String, String> sourceSettings,
        Optional<Double> gcCpuSeconds,
        Optional<Double> jitCpuSeconds,
        long sourceLinkBytes,
        double clockSeconds,
        List<CopyPoint> sourceOverTime,
        List<CodecSpan> sourceSpans) {
    public CopyReport {
        copies = List.copyOf(copies);
        recoveries = List.copyOf(recoveries);
        sourceSettings = new TreeMap<>(sourceSettings);
        sourceOverTime = List.copyOf(sourceOverTime);
        sourceSpans = List.copyOf(sourceSpans);
    }

    /**
     * One copy. Counts are for this run, and cover only what was committed.
     *
     * @param codec as specified by the user: a codec, or keep
     * @param topic the destination topic
     * @param created whether this run created the topic
     * @param keepsLess how the topic deletes records that the source keeps, and what to do about it; absent if it does
     *     not, or if the settings could not be read
     * @param records number of records copied
     * @param totalRecords including those of earlier runs
     * @param batches number of batches that contain them
     * @param bytes size of the batches as sent, and as stored on one replica
     * @param uncompressedBytes uncompressed size of the same batches; absent if some were copied unchanged
     * @param keptBatches number of batches copied unchanged
     * @param sourceBytes size of the batches in the source
     * @param abortedRecords number of records not copied because their transactions were aborted
     * @param gaps offsets that were gone from the source before they could be copied; at most the first thousand gaps
     * @param totalLostOffsets total offsets in gaps, including those of earlier runs
     * @param readCpuSecondsPerMillion CPU of fetching and decompressing, for all copies together, per million records
     * @param clientCpuSecondsPerMillion CPU of compressing and sending, without garbage collection and JIT compilation,
     *     per million records
     * @param brokerCpuSecondsPerMillion CPU of all brokers, per million records; absent if not visible, or if there
     *     were too few rounds
     * @param clockSecondsPerMillion time spent on this copy, per million records; intervals are over rounds, and absent
     *     if there were too few
     * @param busySeconds time spent on this copy; several copies take turns
     * @param diskBytes size of all replicas, as reported by the brokers, including aborted data; absent if they do not
     *     report it
     * @param linkBytes bytes sent to the destination for this copy: whole requests, including retries, before
     *     encryption
     * @param progress progress of each partition
     * @param overTime what was committed, in chronological order; at most 600 intervals
     */
    public record Copy(
            String codec,
            String topic,
            boolean created,
            Optional<String> keepsLess,
            long records,
            @JsonAlias("recordsInAll") long totalRecords,
            long batches,
            long bytes,
            OptionalLong uncompressedBytes,
            long keptBatches,
            long sourceBytes,
            long abortedRecords,
            List<CopyGap> gaps,
            @JsonAlias("lostInAll") long totalLostOffsets,
            Optional<ConfidenceInterval> readCpuSecondsPerMillion,
            Optional<ConfidenceInterval> clientCpuSecondsPerMillion,
            Optional<ConfidenceInterval> brokerCpuSecondsPerMillion,
            Optional<ConfidenceInterval> clockSecondsPerMillion,
            double busySeconds,
            OptionalLong diskBytes,
            long linkBytes,
            List<PartitionProgress> progress,
            List<CopyPoint> overTime) {
        public Copy {
            gaps = List.copyOf(gaps);
            progress = List.copyOf(progress);
            overTime = List.copyOf(overTime);
        }
    }

    /**
     * The progress of one partition of a copy.
     *
     * @param startOffset source offset where the copy started
     * @param nextOffset source offset where it continues
     * @param records number of records copied in between
     */
    public record PartitionProgress(int partition, long startOffset, long nextOffset, long records) {}
}
