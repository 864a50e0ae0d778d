package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.TopicCase.say;
import static dev.squeeze.feature.doctor.TopicCase.share;

import dev.squeeze.feature.doctor.Rule.Precedence;
import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.TopicCompression;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks of topics with uncompressed batches: all of them, with one check per cause, or those of some producers. */
final class RawChecks {
    static final Rule RAW_TOPIC = Rule.ofLog(
            "topic stored uncompressed",
            "measured on this topic's batches",
            Precedence.UNLESS_FIRST_FINDS,
            RawChecks::rawTopic,
            Requirement.BATCHES);

    static final Rule TOPIC_UNCOMPRESSED = Rule.ofLog(
            "topic setting undoes compression",
            "Kafka's TopicConfig, compression.type=uncompressed; LogValidator rewrites such batches",
            Precedence.UNLESS_FIRST_FINDS,
            RawChecks::topicUncompressed,
            Requirement.BATCHES,
            Requirement.TOPIC_SETTINGS);

    static final Rule RAW_MIRROR = Rule.ofLog(
            "a mirror or connector writes uncompressed batches",
            "KIP-382 (names of mirrored topics); Kafka Connect, producer.override.* (KIP-458)",
            Precedence.UNLESS_FIRST_FINDS,
            RawChecks::rawMirror,
            Requirement.BATCHES);

    static final Rule RAW_PRODUCER = Rule.ofLog(
            "an uncompressed producer among compressed ones",
            "producer IDs and codecs in the batch headers",
            Precedence.UNLESS_FIRST_FINDS,
            RawChecks::rawProducer);

    /** From this share of the bytes on, a finding is about the topic as a whole. */
    static final double NEARLY_ALL = 0.9;

    /** Uncompressed bytes that are as conclusive as many small batches. */
    private static final long MIN_BYTES = 1 << 20;

    private RawChecks() {}

    /**
     * A topic that is stored uncompressed and that zstd would shrink.
     *
     * @param left fraction of its bytes that is left with zstd
     */
    private record Raw(ConfidenceInterval left, Severity severity, Optional<EstimatedSaving> saving) {
        static Optional<Raw> of(TopicCase examined, Log log) {
            Optional<ConfidenceInterval> left = log.trial().rawPacked();
            if (left.isEmpty()
                    || left.get().estimate() >= examined.limit(Threshold.RAW_FRACTION)
                    || left.get().high() >= 1
                    || !isCertain(examined, log, left.get())
                    || LogFacts.share(log.facts().recent(), BatchFact::isRaw) < NEARLY_ALL) {
                return Optional.empty();
            }
            Optional<EstimatedSaving> saving =
                    log.traffic().saving(left.get(), log.speedAfter(Codec.NONE, TrialRun.ZSTD));
            return Optional.of(new Raw(left.get(), log.traffic().severity(saving, examined.thresholds()), saving));
        }

        /**
         * A sample contains few batches if these are large. Then it is certain by their bytes, if the whole interval is
         * below the threshold.
         */
        private static boolean isCertain(TopicCase examined, Log log, ConfidenceInterval left) {
            List<BatchFact> recent = log.facts().recent();
            return examined.hasEnough(recent)
                    || (LogFacts.uncompressed(recent) >= MIN_BYTES
                            && left.high() < examined.limit(Threshold.RAW_FRACTION));
        }
    }

    private static boolean isSetUncompressed(TopicCase examined) {
        return examined.topic()
                .compression()
                .filter(TopicCompression::isUncompressed)
                .isPresent();
    }

    private static Optional<Observation> topicUncompressed(TopicCase examined, Log log) {
        return isSetUncompressed(examined)
                ? Raw.of(examined, log).map(raw -> undone(examined, raw.left(), raw.severity(), raw.saving()))
                : Optional.empty();
    }

    private static Optional<Observation> rawMirror(TopicCase examined, Log log) {
        return isSetUncompressed(examined)
                ? Optional.empty()
                : mirrored(examined).flatMap(why -> Raw.of(examined, log)
                        .map(raw -> mirror(examined, log, raw.left(), raw.severity(), raw.saving(), why)));
    }

    private static Optional<Observation> rawTopic(TopicCase examined, Log log) {
        return isSetUncompressed(examined) || mirrored(examined).isPresent()
                ? Optional.empty()
                : Raw.of(examined, log).map(raw -> rawTopic(examined, log, raw.left(), raw.severity(), raw.saving()));
    }

    private static Observation rawTopic(
            TopicCase examined, Log log, ConfidenceInterval left, Severity severity, Optional<EstimatedSaving> saving) {
        return new Observation(
                severity,
                say(
                        "%s of the recent bytes are not compressed; zstd reduces them to %s in the batches as they are"
                                + " (%,.1f records each)",
                        share(LogFacts.share(log.facts().recent(), BatchFact::isRaw)),
                        part(left),
                        LogFacts.recordsPerBatch(log.facts().recent())),
                "network, zone traffic, disks and page cache carry every byte in full",
                ProposedCodec.fix(examined, "every producer of the topic"),
                saving,
                Confidence.certain("codecs are in the batch headers; the gain is measured on these batches"));
    }

    private static Observation undone(
            TopicCase examined, ConfidenceInterval left, Severity severity, Optional<EstimatedSaving> saving) {
        boolean seen = SettingChecks.converted(examined).isPresent();
        return new Observation(
                seen ? Severity.SERIOUS : severity,
                say(
                        "the topic is set to compression.type=uncompressed, and zstd would reduce its batches to %s%s",
                        part(left),
                        SettingChecks.converted(examined)
                                .map(rate -> "; brokers undo the producers' compression: " + rate)
                                .orElse("")),
                "the broker decompresses what producers compress and stores it uncompressed, which costs it CPU time",
                ProposedCodec.fix(examined, "its producers, if they do not compress"),
                saving,
                Confidence.certain("the topic itself has this setting; the gain is measured on these batches"));
    }

    /** The evidence that a mirror writes the topic; empty if there is none. */
    private static Optional<String> mirrored(TopicCase examined) {
        String name = examined.topic().name();
        int dot = name.indexOf('.');
        if (dot < 1 || dot == name.length() - 1) {
            return Optional.empty();
        }
        String alias = name.substring(0, dot);
        String twin = name.substring(dot + 1);
        if (examined.compressedTopics().contains(twin)) {
            return Optional.of("its name indicates that it mirrors topic '" + twin + "' of a cluster '" + alias
                    + "', and '" + twin + "' of this cluster is compressed");
        }
        return examined.everyTopic().contains(alias + ".checkpoints.internal")
                ? Optional.of("MirrorMaker's topic " + alias + ".checkpoints.internal indicates that cluster '" + alias
                        + "' is mirrored here")
                : Optional.empty();
    }

    private static Observation mirror(
            TopicCase examined,
            Log log,
            ConfidenceInterval left,
            Severity severity,
            Optional<EstimatedSaving> saving,
            String why) {
        String alias =
                examined.topic().name().substring(0, examined.topic().name().indexOf('.'));
        return new Observation(
                severity,
                say(
                        "%s of the recent bytes are not compressed, and zstd would reduce them to %s; %s",
                        share(LogFacts.share(log.facts().recent(), BatchFact::isRaw)), part(left), why),
                "a mirror or connector decompresses what it reads, and its producer does not compress unless it is"
                        + " configured to",
                List.of(
                        "producer.override.compression.type=" + ProposedCodec.of(examined)
                                + "    # in the connector's configuration",
                        "# or, in a dedicated MirrorMaker cluster, in its mm2.properties:",
                        alias + "->TARGET.producer.compression.type=" + ProposedCodec.of(examined)),
                saving,
                Confidence.likely("the uncompressed batches were seen; who wrote them is inferred from names"));
    }

    static String part(ConfidenceInterval left) {
        return left.exact() || left.high() - left.low() < 0.005
                ? share(left.estimate())
                : say("%s (%s to %s)", share(left.estimate()), share(Math.max(0, left.low())), share(left.high()));
    }

    /** Some producers compress, others do not. */
    private static Optional<Observation> rawProducer(TopicCase examined, Log log) {
        List<BatchFact> recent = log.facts().recent();
        double bytes = LogFacts.rawStoredShare(recent);
        Optional<ConfidenceInterval> left = log.trial().rawPacked();
        if (left.isEmpty()
                || bytes < examined.limit(Threshold.RAW_PRODUCER_SHARE)
                || LogFacts.share(recent, BatchFact::isRaw) >= NEARLY_ALL
                || 4 * recent.stream().filter(BatchFact::isRaw).count() < examined.limit(Threshold.MIN_BATCHES)
                || !RawProducers.stillWrite(recent)
                || 1 - (1 - left.get().high()) / bytes >= examined.limit(Threshold.RAW_FRACTION)) {
            return Optional.empty();
        }
        Optional<EstimatedSaving> saving = log.traffic().saving(left.get(), log.speedAfter(Codec.NONE, TrialRun.ZSTD));
        RawProducers producers = RawProducers.of(recent);
        return Optional.of(new Observation(
                log.traffic().severity(saving, examined.thresholds()),
                say(
                        "%s of the recent stored bytes are uncompressed, the rest compressed; %s; with zstd instead,"
                                + " the topic would shrink to %s",
                        share(bytes), producers.words(), part(left.get())),
                "a producer without a codec takes a large part of the space, and goes unnoticed among the others",
                rawProducerFix(examined),
                saving,
                producers.confidence()));
    }

    private static List<String> rawProducerFix(TopicCase examined) {
        List<String> fix = new ArrayList<>(ProposedCodec.fix(examined, "the producers that send uncompressed batches"));
        fix.addAll(List.of(
                "# their IDs, with the time of the last batch:",
                "kafka-transactions.sh " + examined.cluster().forKafkaTools() + " \\",
                "    describe-producers --topic " + examined.topic().name() + " --partition 0"));
        return fix;
    }
}
