package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.TopicCase.bytes;
import static dev.squeeze.feature.doctor.TopicCase.say;
import static dev.squeeze.feature.doctor.TopicCase.share;

import dev.squeeze.feature.doctor.Rule.Precedence;
import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks of the codec that a topic's batches have. */
final class CodecChecks {
    static final Rule GZIP =
            Rule.ofLog("gzip", "measured on this topic's batches", Precedence.UNLESS_FIRST_FINDS, CodecChecks::gzip);

    static final Rule INCOMPRESSIBLE = Rule.ofLog(
            "nothing to compress",
            "measured with every codec on this topic's batches",
            Precedence.FIRST,
            CodecChecks::incompressible);

    static final Rule OLD_CODEC = Rule.ofLog(
            "old data keeps its codec",
            "batch headers by age; brokers never rewrite what they have",
            Precedence.INDEPENDENT,
            CodecChecks::oldCodec);

    /** zstd that is no larger than gzip, but for what a sample leaves open. */
    private static final double AS_SMALL = 1.02;

    private CodecChecks() {}

    /** Nothing can be compressed; the values of {@link ContentChecks#VALUES_COMPRESSED_ALONE} are another matter. */
    private static Optional<Observation> incompressible(TopicCase examined, Log log) {
        List<BatchFact> recent = log.facts().recent();
        if (log.trial().bestRatio() >= examined.limit(Threshold.INCOMPRESSIBLE_RATIO)
                || !examined.hasEnough(recent)
                || log.facts().marks().packedShare() >= examined.limit(Threshold.COMPRESSED_VALUE_SHARE)) {
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
                        log.trial().bestRatio(),
                        bytes(log.trial().uncompressedBytes()),
                        packed < 0.5
                                ? "stored raw, which is right"
                                : share(packed) + " of the bytes go through a codec"),
                packed < 0.5
                        ? "nothing: no codec would save anything here"
                        : "producers, brokers and consumers spend CPU time on a codec that saves nothing",
                packed < 0.5
                        ? List.of("# leave it; where values are encrypted, compressing them before that would help")
                        : List.of("compression.type=none", "# or compress values before they are encrypted"),
                packed < 0.5 || wasted <= 0 ? Optional.empty() : log.traffic().savingOfCores(packed * wasted),
                Confidence.certain("measured with every codec that could do better")));
    }

    private static Optional<Observation> gzip(TopicCase examined, Log log) {
        double gzip = LogFacts.share(log.facts().recent(), fact -> fact.codecId() == CodecType.GZIP.id());
        if (gzip < examined.limit(Threshold.GZIP_SHARE)
                || examined.cluster().takesGzipAlone()
                || !examined.hasEnough(log.facts().recent())) {
            return Optional.empty();
        }
        CodecSpeed slow = log.trial().speed(TrialRun.GZIP);
        for (Codec codec : List.of(TrialRun.ZSTD_FAST, TrialRun.ZSTD)) {
            Optional<ConfidenceInterval> left = log.trial().gzipAs(codec);
            CodecSpeed fast = log.trial().speed(codec);
            if (left.isPresent()
                    && left.get().estimate() <= AS_SMALL
                    && fast.compressNanosPerByte() < slow.compressNanosPerByte()) {
                return gzipAs(examined, log, codec, left.get(), gzip);
            }
        }
        return Optional.empty();
    }

    private static Optional<Observation> gzipAs(
            TopicCase examined, Log log, Codec codec, ConfidenceInterval left, double gzip) {
        CodecSpeed slow = log.trial().speed(TrialRun.GZIP);
        CodecSpeed fast = log.trial().speed(codec);
        Optional<EstimatedSaving> saving =
                log.traffic().saving(left, fast.mixedWith(log.traffic().speed(), gzip));
        if (saving.isPresent() && saving.get().moneyPerMonth().estimate() <= 0) {
            return Optional.empty();
        }
        List<String> fix = new ArrayList<>(codec.configLines());
        fix.set(0, fix.get(0) + "    # on its producers; other levels: " + examined.advise());
        if (examined.topic().setting("compression.type").filter("gzip"::equals).isPresent()) {
            fix.add(examined.alter("compression.type=producer") + "    # after them");
        }
        return Optional.of(new Observation(
                log.traffic().severity(saving, examined.thresholds()),
                say(
                        "%s of the recent bytes are gzip; on these batches %s takes %s of gzip's CPU time to compress and"
                                + " %s to decompress, and the topic %s of its bytes",
                        share(gzip),
                        codec,
                        share(fast.compressNanosPerByte() / slow.compressNanosPerByte()),
                        share(fast.decompressNanosPerByte() / slow.decompressNanosPerByte()),
                        RawChecks.part(left)),
                "gzip takes more CPU time than any other codec for as few bytes, in the producers' sending threads",
                fix,
                saving,
                Confidence.certain("measured on these batches, gzip at its default level; speeds are rough")));
    }

    /** Today's batches are in another codec than older ones. */
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
                "existing data keeps its codec; disk usage falls over the retention",
                List.of("# nothing to do: wait for the retention"),
                Optional.empty(),
                Confidence.certain("codecs by the batches' timestamps")));
    }
}
