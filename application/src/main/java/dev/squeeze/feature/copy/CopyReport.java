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
 * What copying a topic did.
 *
 * @param topic the source's
 * @param partitions of it
 * @param copies in the order of the plan
 * @param complete whether all was copied that was committed when it began; never for a topic that is followed
 * @param unstableOffsets that were behind the first open transaction of their partitions when it began, and were not copied;
 *     absent where there were none, and for a topic that is followed
 * @param interrupted whether it was stopped
 * @param problem why it failed; absent where it did not
 * @param recoveries why it had to resume from the last commit, in order; the first ones of many
 * @param recoveryCount how often
 * @param sourceSettings what is set on the source, for the user to set on the copies
 * @param gcCpuSeconds of garbage collection in this JVM; absent where the system does not report it
 * @param jitCpuSeconds of JIT compilation in this JVM; absent where the system does not report it
 * @param sourceLinkBytes received from the source, for all copies together: whole responses, before encryption
 * @param clockSeconds of copying, without the proof
 * @param sourceOverTime what was read of the source, in the order of time; at most 600 intervals
 * @param sourceSpans codecs of what was read, by the time of its records; at most 40
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
     * One copy. Counts are of this run, and of what was committed.
     *
     * @param codec as the user wrote it: a codec, or keep
     * @param topic of the destination
     * @param created whether this run created the topic
     * @param keepsLess how the topic deletes what the source keeps, and what to do about it; absent where it does not, or the
     *     settings could not be read
     * @param records copied
     * @param totalRecords by earlier runs too
     * @param batches that hold them
     * @param bytes of the batches as they were sent and are stored, on one replica
     * @param uncompressedBytes of the same batches; absent where some went as they were
     * @param keptBatches that went as they were
     * @param sourceBytes of the batches in the source
     * @param abortedRecords left out, since their transactions were aborted
     * @param gaps what the source had lost before it could be copied; the first thousand
     * @param totalLostOffsets offsets of gaps, of earlier runs too
     * @param readCpuSecondsPerMillion CPU of fetching and decompressing, for all copies together, per million records
     * @param clientCpuSecondsPerMillion CPU of compressing and sending, without garbage collection and JIT compilation, per
     *     million records
     * @param brokerCpuSecondsPerMillion the same of all brokers; absent where they are not visible, and where there were
     *     too few rounds
     * @param clockSecondsPerMillion time that this copy was at work, per million records; intervals are over rounds, and
     *     absent where there were too few
     * @param busySeconds that this copy was at work; with several copies they take turns
     * @param diskBytes of all replicas, as reported by the brokers, with aborted data; absent where they do not report it
     * @param linkBytes sent to the destination for it: whole requests, repeated ones too, before encryption
     * @param progress by partition
     * @param overTime what was committed, in the order of time; at most 600 intervals
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
     * How far the copy of a partition has come.
     *
     * @param startOffset of the source, where the copy began
     * @param nextOffset of the source, where it continues
     * @param records copied in between
     */
    public record PartitionProgress(int partition, long startOffset, long nextOffset, long records) {}
}
