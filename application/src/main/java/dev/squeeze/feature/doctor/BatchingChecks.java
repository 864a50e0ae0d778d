package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.TopicCase.bytes;
import static dev.squeeze.feature.doctor.TopicCase.say;
import static dev.squeeze.feature.doctor.TopicCase.share;

import dev.squeeze.feature.doctor.Rule.Precedence;
import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Checks of how many records share a batch: one per cause, at most one of which applies to a topic. */
final class BatchingChecks {
    static final Rule SHALLOW_BATCHES = Rule.ofLog(
            "shallow batches",
            "a codec sees one batch at a time; measured by merging this topic's own batches",
            Precedence.UNLESS_FIRST_FINDS,
            (examined, log) -> BatchingChecks.of(BatchDepth.Cause.SHORT_LINGER, examined, log, BatchingChecks::shallow),
            Requirement.BATCHES);

    static final Rule NO_LINGER = Rule.ofLog(
            "no linger, or a flush after each send",
            "Kafka's ProducerConfig (linger.ms, 5 since 4.0: KIP-1030); regrouping of this topic's batches by"
                    + " timestamp",
            Precedence.UNLESS_FIRST_FINDS,
            (examined, log) -> BatchingChecks.of(BatchDepth.Cause.NO_LINGER, examined, log, BatchingChecks::noLinger),
            Requirement.BATCHES);

    static final Rule FRAGMENTED_BATCHES = Rule.ofLog(
            "keys, partitions and producers fragment batches",
            "Kafka's RecordAccumulator: each producer fills one batch per partition",
            Precedence.UNLESS_FIRST_FINDS,
            (examined, log) ->
                    BatchingChecks.of(BatchDepth.Cause.FRAGMENTED, examined, log, BatchingChecks::fragmented),
            Requirement.BATCHES);

    static final Rule SPRAYED_RECORDS = Rule.ofLog(
            "keyless records sprayed over partitions",
            "KIP-480 and KIP-794 (sticky partitioning)",
            Precedence.UNLESS_FIRST_FINDS,
            (examined, log) ->
                    BatchingChecks.of(BatchDepth.Cause.SPRAYED_RECORDS, examined, log, BatchingChecks::sprayedRecords),
            Requirement.BATCHES);

    static final Rule RECORD_FILLS_BATCH = Rule.ofLog(
            "records as large as batch.size",
            "Kafka's ProducerConfig (batch.size): a record of that size gets a batch of its own",
            Precedence.UNLESS_FIRST_FINDS,
            (examined, log) -> BatchingChecks.of(
                    BatchDepth.Cause.RECORD_FILLS_BATCH, examined, log, BatchingChecks::recordFillsBatch),
            Requirement.BATCHES);

    /** No application waits longer than this for its records to be sent. */
    private static final double MAX_LINGER_MILLIS = 5_000;

    private final TopicCase examined;
    private final Log log;
    private final BatchDepth depth;
    private final List<BatchFact> recent;

    private BatchingChecks(TopicCase examined, Log log, BatchDepth depth) {
        this.examined = examined;
        this.log = log;
        this.depth = depth;
        this.recent = depth.recent();
    }

    private static Optional<Observation> of(
            BatchDepth.Cause cause, TopicCase examined, Log log, Function<BatchingChecks, Optional<Observation>> code) {
        BatchDepth depth = BatchDepth.of(examined, log);
        return depth.cause().filter(cause::equals).isPresent()
                ? code.apply(new BatchingChecks(examined, log, depth))
                : Optional.empty();
    }

    /**
     * Without a codec, larger batches save next to nothing, so the fix for an uncompressed topic includes one, and so
     * does its saving.
     */
    private boolean compresses() {
        return LogFacts.share(recent, BatchFact::isRaw) > 0.5
                && log.trial().rawPacked().isPresent();
    }

    private Optional<EstimatedSaving> saving(CompressionTrial.Lingered lingered) {
        return saving(lingered.fraction(), lingered.times());
    }

    /** @param times factor by which records per batch increase */
    private Optional<EstimatedSaving> saving(ConfidenceInterval fraction, double times) {
        if (!compresses()) {
            return log.traffic().saving(fraction, log.traffic().speed(), times);
        }
        return log.traffic().saving(left(fraction), log.speedAfter(Codec.NONE, TrialRun.ZSTD), times);
    }

    /** Fraction of an uncompressed topic's bytes that is left with the codec and larger batches. */
    private ConfidenceInterval left(ConfidenceInterval fraction) {
        ConfidenceInterval packed = log.trial().rawPacked().orElseThrow();
        return new ConfidenceInterval(
                packed.estimate() * fraction.estimate(),
                Math.max(0, packed.low()) * Math.max(0, fraction.low()),
                packed.high() * fraction.high(),
                Math.min(packed.n(), fraction.n()),
                packed.exact() && fraction.exact());
    }

    /** The lines of the check, with the codec if the saving assumes it. */
    private List<String> fix(String... lines) {
        List<String> fix = new ArrayList<>(List.of(lines));
        if (compresses()) {
            fix.addAll(ProposedCodec.fix(examined, "every producer of the topic, with the above"));
        }
        return fix;
    }

    private Severity severity(Optional<EstimatedSaving> saving) {
        Severity severity = log.traffic().severity(saving, examined.thresholds());
        return depth.anonymous() && severity == Severity.SERIOUS ? Severity.WARNING : severity;
    }

    private Confidence confidence() {
        if (depth.anonymous()) {
            return Confidence.possible("the batches have no producer IDs: several producers look like one here");
        }
        return depth.coarselyTimed()
                ? Confidence.possible("the timestamps are coarse: batches with the same timestamp are assumed to be"
                        + " evenly spaced")
                : Confidence.likely("regrouped by the records' timestamps, separately for each producer");
    }

    private String perBatch() {
        return say(
                "%,.1f records and %s per batch",
                LogFacts.recordsPerBatch(recent), bytes(LogFacts.bytesPerBatch(recent)));
    }

    /**
     * The effect of more records per batch, comparing with the topic's codec, or zstd if it has none, before and after.
     */
    private String neighbours() {
        Map<Integer, ConfidenceInterval> merged = log.trial().merged();
        return Arrays.stream(CompressionTrial.MERGED)
                .filter(merged::containsKey)
                .mapToObj(number -> say(
                        "%d in one: %s fewer bytes",
                        number, share(1 - depth.merged(number).estimate())))
                .collect(Collectors.joining(
                        ", ",
                        "merging neighbouring batches with "
                                + log.trial().packer().type().label() + ", ",
                        ""));
    }

    private String lingered(CompressionTrial.Lingered lingered) {
        return say(
                "linger.ms=%.0f would merge %.1f of them into one, with %s fewer bytes%s",
                examined.limit(Threshold.LINGER_MILLIS),
                lingered.times(),
                share(1 - lingered.fraction().estimate()),
                compresses()
                        ? say(
                                " if both are compressed with zstd; that leaves %s of what is stored today",
                                RawChecks.part(left(lingered.fraction())))
                        : "");
    }

    private String linger() {
        return say("linger.ms=%.0f", examined.limit(Threshold.LINGER_MILLIS));
    }

    private String batchSize() {
        return "batch.size=" + depth.accepted(Grouping.MAX_BYTES);
    }

    private Optional<Observation> shallow() {
        return log.trial().lingered().map(lingered -> {
            Optional<EstimatedSaving> saving = saving(lingered);
            return new Observation(
                    severity(saving),
                    say("%s; %s; %s", perBatch(), neighbours(), lingered(lingered)),
                    "a codec finds repetition only within a batch, and each batch has a header of 61 bytes and a cost"
                            + " of its own",
                    fix(linger() + "    # records wait up to that long", batchSize()),
                    saving,
                    confidence());
        });
    }

    private Optional<Observation> noLinger() {
        boolean transactions = depth.tinyTransactions();
        return log.trial().lingered().map(lingered -> {
            Optional<EstimatedSaving> saving = saving(lingered);
            String cause = transactions
                    ? say(
                            "transactions end after a few records (%,d control batches for %,d data batches)",
                            log.profile().controlBatches(), log.profile().transactionalBatches())
                    : say(
                            "%s of the batches collected records for at most 1 ms, although the same producer's next"
                                    + " batch followed within 4 ms",
                            share(depth.sentAtOnce()));
            return new Observation(
                    severity(saving),
                    say("%s, at %,.0f records/s; %s; %s", perBatch(), depth.rate(), cause, lingered(lingered)),
                    "each send becomes a batch, a request and a fetch of its own, and compresses poorly",
                    transactions
                            ? fix("# commit after more records or more time; Kafka Streams: commit.interval.ms=100")
                            : fix(
                                    linger(),
                                    batchSize(),
                                    "# and do not flush() after each send() or wait for each Future"),
                    saving,
                    confidence());
        });
    }

    private Optional<Observation> sprayedRecords() {
        int number = depth.neighboursBySticking();
        Optional<EstimatedSaving> saving = saving(depth.merged(number), number);
        return Optional.of(new Observation(
                severity(saving),
                say(
                        "%s without keys, at %,.0f records/s; in a partition, a producer's next record follows %,.0f"
                                + " ms later, as with round robin over %,d partitions; %s",
                        perBatch(),
                        depth.rate(),
                        depth.medianGapMillis(),
                        examined.topic().topic().partitions(),
                        neighbours()),
                "round robin gives each partition one record at a time; a sticky partitioner fills one batch after"
                        + " another",
                fix(
                        "# remove partitioner.class=...RoundRobinPartitioner, or the partition numbers in send()",
                        "linger.ms=5"),
                saving,
                confidence()));
    }

    private Optional<Observation> fragmented() {
        ConfidenceInterval eight = depth.merged(CompressionTrial.MAX_MERGED);
        if (!depth.saves(eight)) {
            return Optional.empty();
        }
        double perLane = depth.rate()
                / (depth.producers() * (double) examined.topic().topic().partitions());
        double millis = 1000 * (CompressionTrial.MAX_MERGED - 1) / perLane;
        Optional<EstimatedSaving> saving = saving(eight, CompressionTrial.MAX_MERGED);
        Severity severity = severity(saving);
        return Optional.of(new Observation(
                severity == Severity.SERIOUS ? Severity.WARNING : severity,
                say(
                        "%s with keys, at %,.0f records/s: %,d producers times %,d partitions leave %.2f records/s for"
                                + " each batch; collecting eight would take %,.0f ms, and need %s fewer bytes",
                        perBatch(),
                        depth.rate(),
                        depth.producers(),
                        examined.topic().topic().partitions(),
                        perLane,
                        millis,
                        share(1 - eight.estimate())),
                "each producer fills one batch per partition, so with many of both each batch gets one record",
                fragmentedFix(millis),
                saving,
                Confidence.possible(
                        "how long records may wait is not known; the saving is for eight records per batch")));
    }

    private List<String> fragmentedFix(double millis) {
        String otherwise = "# or partitioner.ignore.keys=true if order does not matter";
        return millis <= MAX_LINGER_MILLIS
                ? fix(
                        say("linger.ms=%.0f    # eight records per batch, if they may wait that long", millis),
                        "# otherwise: fewer partitions or producers,",
                        otherwise)
                : fix("# fewer partitions or producers,", otherwise);
    }

    private Optional<Observation> recordFillsBatch() {
        return log.trial().lingered().map(lingered -> {
            Optional<EstimatedSaving> saving = saving(lingered);
            return new Observation(
                    severity(saving),
                    say(
                            "%s of the bytes are in single records of at least %s, the default batch.size; %s",
                            share(depth.filledByOneRecord()),
                            bytes(BatchDepth.DEFAULT_BATCH_BYTES),
                            lingered(lingered)),
                    "a record as large as batch.size gets a batch of its own, whatever linger.ms is",
                    fix(
                            "batch.size=" + depth.largeBatchBytes(),
                            linger(),
                            "buffer.memory=134217728    # room for such batches in many partitions"),
                    saving,
                    confidence());
        });
    }
}
