package dev.squeeze.feature.doctor;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.source.TransactionCounts;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * How many records share a batch of a topic and, if there are few, the cause. Batches that compaction has removed
 * records from do not show what producers send and are left out.
 */
final class BatchDepth {
    static final int DEFAULT_BATCH_BYTES = ProducerSettings.KAFKA_DEFAULTS.batchSizeBytes();

    /** The batch.size to propose if single records fill batches of the default size. */
    private static final int LARGE_BATCH_BYTES = 512 << 10;

    /** The default linger.ms of 5, less the uncertainty of timestamps in milliseconds. */
    private static final int DEFAULT_LINGER_MILLIS = 4;

    /** Minimum number of batches merged into one for waiting to be worthwhile. */
    private static final double MIN_TIMES = 2;
    /** From this number on, the default linger would have merged batches, so it is not in use. */
    private static final double MIN_TIMES_BY_DEFAULT = 1.5;

    private static final double MOSTLY = 0.8;
    private static final int SMALL_TRANSACTION = 10;
    private static final int MIN_PARTITIONS_TO_SEE_SPRAYING = 3;

    private final TopicCase examined;
    private final Log log;
    private final List<BatchFact> recent;
    private final ArrivalTimes times;

    private BatchDepth(TopicCase examined, Log log) {
        this.examined = examined;
        this.log = log;
        this.recent =
                log.facts().recent().stream().filter(fact -> !fact.thinned()).toList();
        this.times = ArrivalTimes.of(recent);
    }

    static BatchDepth of(TopicCase examined, Log log) {
        return new BatchDepth(examined, log);
    }

    /** Why batches contain few records. */
    enum Cause {
        RECORD_FILLS_BATCH,
        SPRAYED_RECORDS,
        NO_LINGER,
        SHORT_LINGER,
        FRAGMENTED
    }

    /** Empty if batches contain enough records, or if the timestamps show that waiting would not merge any. */
    Optional<Cause> cause() {
        if (!examined.hasEnough(recent) || log.profile().recordsPerSecond().isEmpty()) {
            return Optional.empty();
        }
        boolean gains = log.trial().lingered().filter(this::gains).isPresent();
        if (gains && filledByOneRecord() >= 0.5) {
            return Optional.of(Cause.RECORD_FILLS_BATCH);
        }
        return LogFacts.bytesPerBatch(recent) < examined.limit(Threshold.SHALLOW_BATCH_BYTES)
                ? causeOfShallow(gains)
                : Optional.empty();
    }

    private Optional<Cause> causeOfShallow(boolean gains) {
        boolean singles = LogFacts.countShare(recent, fact -> fact.records() == 1)
                >= examined.limit(Threshold.SINGLE_RECORD_SHARE);
        if (singles && !keyed() && sprayed()) {
            return Optional.of(Cause.SPRAYED_RECORDS);
        }
        if (gains) {
            return Optional.of(tinyTransactions() || doesNotLinger() ? Cause.NO_LINGER : Cause.SHORT_LINGER);
        }
        return singles && keyed() && rate() >= examined.limit(Threshold.FRAGMENTED_RATE)
                ? Optional.of(Cause.FRAGMENTED)
                : Optional.empty();
    }

    List<BatchFact> recent() {
        return recent;
    }

    /** The batch.size that all findings about the topic propose. */
    int proposedBatchBytes() {
        return cause().map(
                        cause -> cause == Cause.RECORD_FILLS_BATCH ? largeBatchBytes() : accepted(Grouping.MAX_BYTES))
                .orElseGet(() -> accepted(Math.min(Grouping.MAX_BYTES, todaysBatchBytes())));
    }

    /** For records that fill batches. At least two of them have to fit, if necessary up to the topic's limit. */
    int largeBatchBytes() {
        List<BatchFact> filled =
                recent.stream().filter(BatchDepth::isFilledByOneRecord).toList();
        int accepted = accepted(LARGE_BATCH_BYTES);
        return accepted >= 2 * LogFacts.bytesPerBatch(filled)
                ? accepted
                : Grouping.within(
                        LARGE_BATCH_BYTES,
                        examined.topic().number("max.message.bytes").orElse(accepted));
    }

    /** The wanted size, reduced if necessary to stay well below the topic's limit. */
    int accepted(int wantedBytes) {
        return Grouping.accepted(wantedBytes, examined.topic().number("max.message.bytes"), examined.thresholds());
    }

    /**
     * The batch.size for batches that are too large: the given batch.size, otherwise the power of two that they reach.
     */
    private int todaysBatchBytes() {
        int reached = recent.stream()
                .filter(fact -> fact.records() > 1)
                .mapToInt(BatchFact::storedBytes)
                .max()
                .orElse(Grouping.MAX_BYTES);
        return (int) examined.cluster().clients().numberOfProducer("batch.size").orElse(Integer.highestOneBit(reached));
    }

    /** Whether some batches have no producer ID, so that several producers look like one. */
    boolean anonymous() {
        return recent.stream().anyMatch(fact -> fact.producerId() == BatchFact.NO_PRODUCER);
    }

    boolean gains(CompressionTrial.Lingered lingered) {
        return lingered.times() >= MIN_TIMES && saves(lingered.fraction());
    }

    boolean saves(ConfidenceInterval fraction) {
        return 1 - fraction.estimate() >= examined.limit(Threshold.MIN_SAVING) && fraction.high() < 1;
    }

    double rate() {
        return log.profile().recordsPerSecond().orElse(0);
    }

    /** Number of producers of the recent batches; those without an ID count as one. */
    long producers() {
        return recent.stream().mapToLong(BatchFact::producerId).distinct().count();
    }

    boolean keyed() {
        return 2 * recent.stream().mapToLong(BatchFact::keys).sum() > LogFacts.records(recent);
    }

    boolean doesNotLinger() {
        boolean createTime = recent.stream().allMatch(BatchFact::createTime);
        return createTime
                && sentAtOnce() >= MOSTLY
                && recent.size()
                        >= MIN_TIMES_BY_DEFAULT
                                * Grouping.lingering(recent, DEFAULT_LINGER_MILLIS)
                                        .size();
    }

    /**
     * Share of the batches that collected records for at most 1 ms. Batches with coarse timestamps do not show this and
     * are not counted.
     */
    double sentAtOnce() {
        return LogFacts.countShare(
                recent, fact -> fact.gatherMillis() <= 1 && times.resolutionMillis(fact) <= DEFAULT_LINGER_MILLIS);
    }

    /** Whether most timestamps are coarser than the time that records would wait. */
    boolean coarselyTimed() {
        return LogFacts.countShare(
                        recent, fact -> times.resolutionMillis(fact) > examined.limit(Threshold.LINGER_MILLIS))
                > 0.5;
    }

    boolean tinyTransactions() {
        TopicProfile profile = log.profile();
        return new TransactionCounts(profile.batches(), profile.transactionalBatches(), profile.controlBatches())
                        .endMostBatches()
                && LogFacts.recordsPerBatch(recent) < SMALL_TRANSACTION;
    }

    double filledByOneRecord() {
        return LogFacts.share(recent, BatchDepth::isFilledByOneRecord);
    }

    private static boolean isFilledByOneRecord(BatchFact fact) {
        return fact.records() == 1 && fact.uncompressedBytes() >= DEFAULT_BATCH_BYTES;
    }

    /**
     * Whether consecutive records of a producer go to different partitions. A sticky partitioner stays with one
     * partition for batch.size bytes, so most gaps in a partition are those between two consecutive records; round
     * robin returns only after a round over all partitions.
     */
    boolean sprayed() {
        int partitions = examined.topic().topic().partitions();
        double perProducer = rate() / producers();
        double roundMillis = 1000 * partitions / perProducer;
        double gap = medianGapMillis();
        return partitions >= MIN_PARTITIONS_TO_SEE_SPRAYING
                && perProducer * (DEFAULT_LINGER_MILLIS + 1) / 1000 >= 1
                && gap >= 2
                && gap >= roundMillis / 2
                && log.trial().merged().containsKey(neighboursBySticking())
                && saves(merged(neighboursBySticking()));
    }

    double medianGapMillis() {
        double[] gaps = Grouping.neighbours(recent, 2).stream()
                .filter(pair -> pair.size() == 2)
                .mapToDouble(
                        pair -> Math.abs(pair.get(1).baseMillis() - pair.get(0).baseMillis()))
                .sorted()
                .toArray();
        return gaps.length == 0 ? 0 : gaps[gaps.length / 2];
    }

    /**
     * The number of records that a sticky partitioner collects in 5 ms, rounded down to one of the measured numbers.
     */
    int neighboursBySticking() {
        double gathered = 1 + rate() / producers() * (DEFAULT_LINGER_MILLIS + 1) / 1000;
        return Arrays.stream(CompressionTrial.MERGED)
                .filter(number -> number <= gathered)
                .max()
                .orElse(CompressionTrial.MERGED[0]);
    }

    ConfidenceInterval merged(int number) {
        return log.trial().merged().getOrDefault(number, ConfidenceInterval.exact(1, 1));
    }
}
