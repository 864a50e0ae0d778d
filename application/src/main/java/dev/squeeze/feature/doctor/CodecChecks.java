package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.TopicCase.bytes;
import static dev.squeeze.feature.doctor.TopicCase.say;
import static dev.squeeze.feature.doctor.TopicCase.share;

import dev.squeeze.feature.doctor.Rule.Precedence;
import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;

/** Checks of the codec of a topic's batches. */
final class CodecChecks {
    static final Rule GZIP = Rule.ofLog(
            "gzip",
            "measured on this topic's batches",
            Precedence.UNLESS_FIRST_FINDS,
            CodecChecks::gzip,
            Requirement.BATCHES);

    static final Rule INCOMPRESSIBLE = Rule.ofLog(
            "nothing to compress",
            "measured with every codec on this topic's batches",
            Precedence.FIRST,
            CodecChecks::incompressible,
            Requirement.BATCHES);

    static final Rule OLD_CODEC = Rule.ofLog(
            "old data keeps its codec",
            "batch headers by age; brokers do not change the codec of stored batches",
            Precedence.INDEPENDENT,
            CodecChecks::oldCodec,
            Requirement.BATCHES);

    private CodecChecks() {}

    private static Optional<Observation> incompressible(TopicCase examined, Log log) {
        List<BatchFact> recent = log.facts().recent();
        if (!CodecFacts.nothingCompresses(examined, log)) {
            return Optional.empty();
        }
        double packed = 1 - LogFacts.share(recent, BatchFact::isRaw);
        double wasted = log.traffic().speed().compressNanosPerByte()
                - log.trial().speed(Codec.NONE).compressNanosPerByte();
        return Optional.of(new Observation(
                Severity.NOTE,
                say(
                        "the best of zstd, lz4 and snappy reaches %.2fx on %s of records: encrypted, media or random values;"
                                + " %s",
                        log.trial().bestRatio().orElseThrow(),
                        bytes(log.trial().uncompressedBytes()),
                        packed < 0.5
                                ? "stored uncompressed, which is right"
                                : share(packed) + " of the bytes are compressed anyway"),
                packed < 0.5
                        ? "nothing: no codec would save anything here"
                        : "producers, brokers and consumers spend CPU time on a codec that saves nothing",
                packed < 0.5
                        ? List.of("# leave it; if values are encrypted, compressing them before encryption would help")
                        : ProposedCodec.fix(examined, "every producer of the topic"),
                packed < 0.5 || wasted <= 0 ? Optional.empty() : log.traffic().savingOfCores(wasted),
                Confidence.certain("measured with every codec that could do better")));
    }

    private static Optional<Observation> gzip(TopicCase examined, Log log) {
        return CodecFacts.zstdInsteadOfGzip(examined, log)
                .filter(left -> examined.hasEnough(log.facts().recent()))
                .map(left -> gzip(examined, log, left));
    }

    private static Observation gzip(TopicCase examined, Log log, ConfidenceInterval left) {
        double gzip = LogFacts.share(log.facts().recent(), fact -> fact.codecId() == CodecType.GZIP.id());
        Optional<EstimatedSaving> saving = log.traffic().saving(left, log.speedAfter(TrialRun.GZIP, TrialRun.ZSTD));
        return new Observation(
                log.traffic().severity(saving, examined.thresholds()),
                say(
                        "%s of the recent bytes are gzip; with zstd at its default level, the topic has %s of its"
                                + " bytes%s",
                        share(gzip), RawChecks.part(left), cpuTime(log, saving)),
                "zstd is as small here and needs less CPU time in the producers' sender threads and in consumers",
                ProposedCodec.fix(examined, "its producers that send gzip"),
                saving,
                Confidence.likely(
                        "bytes are measured on these batches, against gzip at its default level; CPU times are from a"
                                + " brief measurement and rough"));
    }

    /** Percentages of very little CPU time would cause needless alarm. */
    private static String cpuTime(Log log, Optional<EstimatedSaving> saving) {
        if (saving.isPresent() && !saving.get().coresMatter()) {
            return "";
        }
        CodecSpeed slow = log.trial().speed(TrialRun.GZIP);
        CodecSpeed fast = log.trial().speed(TrialRun.ZSTD);
        return say(
                ", and needs %s of the CPU time to compress and %s to decompress",
                share(fast.compressNanosPerByte() / slow.compressNanosPerByte()),
                share(fast.decompressNanosPerByte() / slow.decompressNanosPerByte()));
    }

    /** Recent batches have another codec than older ones. */
    private static Optional<Observation> oldCodec(TopicCase examined, Log log) {
        List<BatchFact> recent = log.facts().recent();
        List<BatchFact> older = log.facts().older();
        if (!examined.hasEnough(recent)) {
            return Optional.empty();
        }
        int now = recent.get(recent.size() - 1).codecId();
        double still = (double) LogFacts.stored(
                        older.stream().filter(fact -> fact.codecId() != now).toList())
                / Math.max(1, LogFacts.stored(older));
        if (LogFacts.share(recent, fact -> fact.codecId() == now) < RawChecks.NEARLY_ALL
                || still < examined.limit(Threshold.OLD_CODEC_SHARE)) {
            return Optional.empty();
        }
        return Optional.of(new Observation(
                Severity.NOTE,
                say(
                        "recent batches are %s, and %s of the older bytes are not",
                        CodecType.withId(now).map(CodecType::label).orElse("of an unknown codec"), share(still)),
                examined.topic().deletesOldRecords()
                        ? "existing data keeps its codec; disk usage falls over the retention period"
                        : "existing data keeps its codec, and compaction does not change it",
                List.of(
                        examined.topic().deletesOldRecords()
                                ? "# nothing to do: retention will delete the older batches"
                                : "# to rewrite it: squeeze copy into a new topic, or squeeze recompress on a stopped broker"),
                Optional.empty(),
                Confidence.certain("from the codecs and timestamps of the batches")));
    }
}
