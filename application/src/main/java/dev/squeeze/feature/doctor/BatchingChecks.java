package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.Case.bytes;
import static dev.squeeze.feature.doctor.Case.say;
import static dev.squeeze.feature.doctor.Case.share;

import dev.squeeze.engine.inspection.TopicProfile;
import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Checks of how many records share a batch. They name one cause for each topic, and nothing where the timestamps say that
 * waiting would gather nothing. Batches that compaction has thinned out tell nothing of producers and are passed over.
 */
final class BatchingChecks {
    /** What a producer gathers at its default of 5 ms, less what a timestamp in milliseconds leaves open. */
    private static final int DEFAULT_LINGER_MILLIS = 4;

    private static final int DEFAULT_BATCH_BYTES = 16_384;
    private static final double LEAST_TIMES = 2;
    private static final double LEAST_TIMES_BY_DEFAULT = 1.5;
    private static final double MOSTLY = 0.8;
    private static final int SMALL_TRANSACTION = 10;
    private static final int FEWEST_PARTITIONS_TO_SEE_SPRAYING = 3;

    private final Case one;
    private final Log log;
    private final List<BatchFact> recent;

    private BatchingChecks(Case one, Log log) {
        this.one = one;
        this.log = log;
        this.recent =
                log.facts().recent().stream().filter(fact -> !fact.thinned()).toList();
    }

    static Optional<Finding> examine(Case one, Log log) {
        return new BatchingChecks(one, log).examine();
    }

    private Optional<Finding> examine() {
        if (recent.size() < one.limit(Threshold.LEAST_BATCHES)
                || log.profile().recordsPerSecond().isEmpty()) {
            return Optional.empty();
        }
        boolean gains = log.trial().lingered().filter(this::gains).isPresent();
        if (gains && filledByOneRecord() >= 0.5) {
            return recordFillsBatch();
        }
        if (LogFacts.bytesPerBatch(recent) >= one.limit(Threshold.SHALLOW_BATCH_BYTES)) {
            return Optional.empty();
        }
        boolean singles =
                LogFacts.countShare(recent, fact -> fact.records() == 1) >= one.limit(Threshold.SINGLE_RECORD_SHARE);
        if (singles && !keyed() && sprayed()) {
            return sprayedRecords();
        }
        if (gains) {
            return tinyTransactions() || doesNotLinger() ? noLinger() : shallow();
        }
        return singles && keyed() && rate() >= one.limit(Threshold.FRAGMENTED_RATE) ? fragmented() : Optional.empty();
    }

    private boolean gains(CompressionTrial.Lingered lingered) {
        return lingered.times() >= LEAST_TIMES && saves(lingered.fraction());
    }

    private boolean saves(ConfidenceInterval fraction) {
        return 1 - fraction.estimate() >= one.limit(Threshold.LEAST_SAVING) && fraction.high() < 1;
    }

    private double rate() {
        return log.profile().recordsPerSecond().orElse(0);
    }

    /** Different producers among the recent batches; those without an id count as one. */
    private long producers() {
        return recent.stream().mapToLong(BatchFact::producerId).distinct().count();
    }

    private boolean keyed() {
        return 2 * recent.stream().mapToLong(BatchFact::keys).sum() > LogFacts.records(recent);
    }

    private boolean doesNotLinger() {
        boolean createTime = recent.stream().allMatch(BatchFact::createTime);
        return createTime
                && LogFacts.countShare(recent, fact -> fact.gatherMillis() <= 1) >= MOSTLY
                && recent.size()
                        >= LEAST_TIMES_BY_DEFAULT
                                * Grouping.lingering(recent, DEFAULT_LINGER_MILLIS)
                                        .size();
    }

    private boolean tinyTransactions() {
        TopicProfile profile = log.profile();
        return 2 * profile.transactionalBatches() > profile.batches()
                && 2 * profile.controlBatches() > profile.transactionalBatches()
                && LogFacts.recordsPerBatch(recent) < SMALL_TRANSACTION;
    }

    private double filledByOneRecord() {
        return LogFacts.share(recent, fact -> fact.records() == 1 && fact.uncompressedBytes() >= DEFAULT_BATCH_BYTES);
    }

    /**
     * Whether consecutive records of a producer go to different partitions. A sticky producer stays in one partition for
     * batch.size bytes, so most gaps there are those between two of its records; a round robin comes back after a round.
     */
    private boolean sprayed() {
        int partitions = one.topic().topic().partitions();
        double perProducer = rate() / producers();
        double roundMillis = 1000 * partitions / perProducer;
        double gap = medianGapMillis();
        return partitions >= FEWEST_PARTITIONS_TO_SEE_SPRAYING
                && perProducer * (DEFAULT_LINGER_MILLIS + 1) / 1000 >= 1
                && gap >= 2
                && gap >= roundMillis / 2
                && log.trial().merged().containsKey(neighboursBySticking())
                && saves(merged(neighboursBySticking()));
    }

    private double medianGapMillis() {
        double[] gaps = Grouping.neighbours(recent, 2).stream()
                .filter(pair -> pair.size() == 2)
                .mapToDouble(
                        pair -> Math.abs(pair.get(1).baseMillis() - pair.get(0).baseMillis()))
                .sorted()
                .toArray();
        return gaps.length == 0 ? 0 : gaps[gaps.length / 2];
    }

    /** What a sticky producer gathers in 5 ms, as one of the numbers that were measured. */
    private int neighboursBySticking() {
        double gathered = 1 + rate() / producers() * (DEFAULT_LINGER_MILLIS + 1) / 1000;
        return Arrays.stream(CompressionTrial.MERGED)
                .filter(number -> number <= gathered)
                .max()
                .orElse(CompressionTrial.MERGED[0]);
    }

    private ConfidenceInterval merged(int number) {
        return log.trial().merged().getOrDefault(number, ConfidenceInterval.exact(1, 1));
    }

    /** The part of a raw topic that batching alone saves is that of the bytes that a codec leaves. */
    private Optional<Worth> worth(ConfidenceInterval fraction) {
        double packed = LogFacts.share(recent, BatchFact::isRaw) > 0.5
                ? log.trial().rawPacked().map(ConfidenceInterval::estimate).orElse(1.0)
                : 1;
        ConfidenceInterval left = new ConfidenceInterval(
                1 - packed * (1 - fraction.estimate()),
                1 - packed * (1 - fraction.low()),
                1 - packed * (1 - fraction.high()),
                fraction.n(),
                fraction.exact());
        return log.traffic().worth(left, log.traffic().speed());
    }

    private Severity severity(Optional<Worth> worth) {
        Severity severity = log.traffic().severity(worth, one.thresholds());
        return anonymous() && severity == Severity.SERIOUS ? Severity.WORTH : severity;
    }

    private boolean anonymous() {
        return recent.stream().anyMatch(fact -> fact.producerId() == BatchFact.NO_PRODUCER);
    }

    private Confidence confidence() {
        return anonymous()
                ? Confidence.possible("the batches have no producer ids: several producers look like one here")
                : Confidence.likely(
                        "regrouped by the timestamps that lie there, with each producer's batches by themselves");
    }

    private String depth() {
        return say(
                "%,.1f records and %s in a batch",
                LogFacts.recordsPerBatch(recent), bytes(LogFacts.bytesPerBatch(recent)));
    }

    /** What more records in a batch would do, with the topic's codec or zstd on both sides. */
    private String neighbours() {
        Map<Integer, ConfidenceInterval> merged = log.trial().merged();
        return Arrays.stream(CompressionTrial.MERGED)
                .filter(merged::containsKey)
                .mapToObj(number -> say(
                        "%d in one: %s fewer bytes",
                        number, share(1 - merged(number).estimate())))
                .collect(Collectors.joining(
                        ", ",
                        "neighbouring batches with "
                                + log.trial().packer().type().label() + ", ",
                        ""));
    }

    private String lingered(CompressionTrial.Lingered lingered) {
        return say(
                "linger.ms=%.0f would put %.1f of them into one, %s fewer bytes",
                one.limit(Threshold.LINGER_MILLIS),
                lingered.times(),
                share(1 - lingered.fraction().estimate()));
    }

    private List<String> settings(String... more) {
        String linger = say("linger.ms=%.0f", one.limit(Threshold.LINGER_MILLIS));
        List<String> lines = new java.util.ArrayList<>(List.of(linger, "batch.size=" + Grouping.MOST_BYTES));
        lines.addAll(List.of(more));
        return lines;
    }

    private Optional<Finding> shallow() {
        return log.trial().lingered().flatMap(lingered -> {
            Optional<Worth> worth = worth(lingered.fraction());
            return paying(one.finding(
                    Check.SHALLOW_BATCHES,
                    severity(worth),
                    say("%s; %s; %s", depth(), neighbours(), lingered(lingered)),
                    "a codec finds repetition within one batch only, and each batch has its own 61 bytes and its own work",
                    settings("# records wait up to that long: " + one.advise() + " --max-latency TIME"),
                    worth,
                    confidence()));
        });
    }

    private Optional<Finding> noLinger() {
        boolean transactions = tinyTransactions();
        return log.trial().lingered().flatMap(lingered -> {
            Optional<Worth> worth = worth(lingered.fraction());
            String cause = transactions
                    ? say(
                            "a transaction ends after every few records (%,d control batches for %,d of data)",
                            log.profile().controlBatches(), log.profile().transactionalBatches())
                    : say(
                            "%s of the batches gathered for at most 1 ms, while the next batch of the same producer came"
                                    + " within 4 ms",
                            share(LogFacts.countShare(recent, fact -> fact.gatherMillis() <= 1)));
            return paying(one.finding(
                    Check.NO_LINGER,
                    severity(worth),
                    say("%s, at %,.0f records/s; %s; %s", depth(), rate(), cause, lingered(lingered)),
                    "each send is a batch, a request and a fetch of its own, and compresses badly",
                    transactions
                            ? List.of("# commit after more records or more time; Kafka Streams: commit.interval.ms=100")
                            : settings("# and no flush() after each send(), no waiting for each Future"),
                    worth,
                    confidence()));
        });
    }

    private Optional<Finding> sprayedRecords() {
        int number = neighboursBySticking();
        Optional<Worth> worth = worth(merged(number));
        return paying(one.finding(
                Check.SPRAYED_RECORDS,
                severity(worth),
                say(
                        "%s and no keys, at %,.0f records/s; in a partition a producer's next record comes %,.0f ms later,"
                                + " as in a round over %,d partitions; %s",
                        depth(), rate(), medianGapMillis(), one.topic().topic().partitions(), neighbours()),
                "a round robin gives each partition one record at a time; a sticky producer fills one batch after another",
                List.of(
                        "# remove partitioner.class=...RoundRobinPartitioner, or the partition numbers in send()",
                        "linger.ms=5"),
                worth,
                confidence()));
    }

    private Optional<Finding> fragmented() {
        ConfidenceInterval eight = merged(CompressionTrial.MOST_MERGED);
        if (!saves(eight)) {
            return Optional.empty();
        }
        double perLane = rate() / (producers() * (double) one.topic().topic().partitions());
        double millis = 1000 * (CompressionTrial.MOST_MERGED - 1) / perLane;
        Optional<Worth> worth = worth(eight);
        Severity severity = severity(worth);
        return paying(one.finding(
                Check.FRAGMENTED_BATCHES,
                severity == Severity.SERIOUS ? Severity.WORTH : severity,
                say(
                        "%s with keys, at %,.0f records/s: %,d producers times %,d partitions leave %.2f records/s for a"
                                + " batch; eight would take %,.0f ms, and %s fewer bytes",
                        depth(),
                        rate(),
                        producers(),
                        one.topic().topic().partitions(),
                        perLane,
                        millis,
                        share(1 - eight.estimate())),
                "each producer fills one batch for each partition, so many of both leave each with one record",
                List.of(
                        say("linger.ms=%,.0f    # for eight records in a batch, where that wait is allowed", millis)
                                .replace(",", ""),
                        "# fewer partitions or fewer producers; partitioner.ignore.keys=true where order does not matter"),
                worth,
                Confidence.possible("how long records may wait is not known; worth is that of eight in a batch")));
    }

    private Optional<Finding> recordFillsBatch() {
        return log.trial().lingered().flatMap(lingered -> {
            Optional<Worth> worth = worth(lingered.fraction());
            return paying(one.finding(
                    Check.RECORD_FILLS_BATCH,
                    severity(worth),
                    say(
                            "%s of the bytes are single records of %s and more, the default batch.size; %s",
                            share(filledByOneRecord()), bytes(DEFAULT_BATCH_BYTES), lingered(lingered)),
                    "a record as large as batch.size travels alone, whatever linger.ms is",
                    List.of(
                            "batch.size=524288",
                            say("linger.ms=%.0f", one.limit(Threshold.LINGER_MILLIS)),
                            "buffer.memory=134217728    # where there are many partitions"),
                    worth,
                    confidence()));
        });
    }

    private Optional<Finding> paying(Finding finding) {
        return log.traffic().pays(finding.worth()) ? Optional.of(finding) : Optional.empty();
    }
}
