package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.Case.bytes;
import static dev.squeeze.feature.doctor.Case.say;
import static dev.squeeze.feature.doctor.Case.share;

import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks of the codec that a topic's batches have. */
final class CodecChecks {
    /** From this share of the bytes on, a topic as a whole is what most of it is. */
    private static final double NEARLY_ALL = 0.9;

    /** zstd that is no larger than gzip, but for what a sample leaves open. */
    private static final double AS_SMALL = 1.02;

    private CodecChecks() {}

    /** Nothing can be compressed; the values of {@link Check#VALUES_COMPRESSED_ALONE} are another matter. */
    static Optional<Finding> incompressible(Case one, Log log) {
        List<BatchFact> recent = log.facts().recent();
        if (log.trial().bestRatio() >= one.limit(Threshold.INCOMPRESSIBLE_RATIO)
                || recent.size() < one.limit(Threshold.LEAST_BATCHES)
                || log.facts().marks().packedShare() >= one.limit(Threshold.COMPRESSED_VALUE_SHARE)) {
            return Optional.empty();
        }
        double packed = 1 - LogFacts.share(recent, BatchFact::isRaw);
        double wasted = log.traffic().speed().compressNanosPerByte()
                - log.trial().speed(Codec.NONE).compressNanosPerByte();
        return Optional.of(one.finding(
                Check.INCOMPRESSIBLE,
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
                packed < 0.5 || wasted <= 0 ? Optional.empty() : log.traffic().worthOfCores(packed * wasted),
                Confidence.certain("measured with every codec that could do better")));
    }

    /** Raw as a whole: by the topic's setting, by a mirror, or by its producers. */
    static Optional<Finding> raw(Case one, Log log) {
        Optional<ConfidenceInterval> left = log.trial().rawPacked();
        if (left.isEmpty()
                || left.get().estimate() >= one.limit(Threshold.RAW_FRACTION)
                || left.get().high() >= 1
                || log.facts().recent().size() < one.limit(Threshold.LEAST_BATCHES)
                || LogFacts.share(log.facts().recent(), BatchFact::isRaw) < NEARLY_ALL) {
            return Optional.empty();
        }
        Optional<EstimatedSaving> worth =
                log.traffic().worth(left.get(), log.trial().speed(TrialRun.ZSTD));
        if (!log.traffic().pays(worth)) {
            return Optional.empty();
        }
        Severity severity = log.traffic().severity(worth, one.thresholds());
        if (one.topic()
                .setting("compression.type")
                .filter("uncompressed"::equals)
                .isPresent()) {
            return Optional.of(undone(one, left.get(), severity, worth));
        }
        Optional<String> mirror = mirrored(one);
        return Optional.of(
                mirror.isPresent()
                        ? mirror(one, log, left.get(), severity, worth, mirror.get())
                        : rawTopic(one, log, left.get(), severity, worth));
    }

    private static Finding rawTopic(
            Case one, Log log, ConfidenceInterval left, Severity severity, Optional<EstimatedSaving> worth) {
        return one.finding(
                Check.RAW_TOPIC,
                severity,
                say(
                        "%s of the recent bytes are not compressed; zstd brings them to %s in the batches as they are"
                                + " (%,.1f records each)",
                        share(LogFacts.share(log.facts().recent(), BatchFact::isRaw)),
                        part(left),
                        LogFacts.recordsPerBatch(log.facts().recent())),
                "network, zone traffic, disks and page cache carry every byte in full",
                List.of(
                        "compression.type=" + one.codec() + "    # on every producer of the topic",
                        one.advise() + "    # level, batch.size, linger.ms"),
                worth,
                Confidence.certain("codecs are in the batch headers; the gain is measured on these batches"));
    }

    private static Finding undone(
            Case one, ConfidenceInterval left, Severity severity, Optional<EstimatedSaving> worth) {
        boolean seen = SettingChecks.converted(one).isPresent();
        return one.finding(
                Check.TOPIC_UNCOMPRESSED,
                seen ? Severity.SERIOUS : severity,
                say(
                        "the topic is set to compression.type=uncompressed, and zstd would bring its batches to %s%s",
                        part(left),
                        SettingChecks.converted(one)
                                .map(rate -> "; the brokers undo what producers compressed: " + rate)
                                .orElse("")),
                "whatever producers compress, the broker unpacks and stores raw, at its own CPU time",
                List.of(
                        one.alter("compression.type=producer"),
                        "compression.type=" + one.codec() + "    # on its producers, where they do not compress"),
                worth,
                Confidence.certain("the setting is the topic's; the gain is measured on these batches"));
    }

    /** What says that a mirror writes the topic; empty where nothing does. */
    private static Optional<String> mirrored(Case one) {
        String name = one.topic().name();
        int dot = name.indexOf('.');
        if (dot < 1 || dot == name.length() - 1) {
            return Optional.empty();
        }
        String alias = name.substring(0, dot);
        String twin = name.substring(dot + 1);
        if (one.compressedTopics().contains(twin)) {
            return Optional.of("its name says that it mirrors a topic '" + twin + "' of a cluster '" + alias
                    + "', and the '" + twin + "' of this cluster is compressed");
        }
        return one.everyTopic().contains(alias + ".checkpoints.internal")
                ? Optional.of("MirrorMaker's topic " + alias + ".checkpoints.internal says that '" + alias
                        + "' is a cluster that is mirrored here")
                : Optional.empty();
    }

    private static Finding mirror(
            Case one,
            Log log,
            ConfidenceInterval left,
            Severity severity,
            Optional<EstimatedSaving> worth,
            String why) {
        String alias = one.topic().name().substring(0, one.topic().name().indexOf('.'));
        return one.finding(
                Check.RAW_MIRROR,
                severity,
                say(
                        "%s of the recent bytes are not compressed, while zstd would bring them to %s; %s",
                        share(LogFacts.share(log.facts().recent(), BatchFact::isRaw)), part(left), why),
                "a mirror or connector unpacks what it reads, and its producer does not compress unless it is told",
                List.of(
                        "producer.override.compression.type=" + one.codec() + "    # in the connector's configuration",
                        alias + "->TARGET.producer.compression.type=" + one.codec()
                                + "    # in a dedicated MirrorMaker's mm2.properties"),
                worth,
                Confidence.likely("the raw batches are seen, who wrote them is told by names"));
    }

    private static String part(ConfidenceInterval left) {
        return left.exact() || left.high() - left.low() < 0.005
                ? share(left.estimate())
                : say("%s (%s to %s)", share(left.estimate()), share(Math.max(0, left.low())), share(left.high()));
    }

    /** Some producers compress, others do not. */
    static Optional<Finding> rawProducer(Case one, Log log) {
        List<BatchFact> recent = log.facts().recent();
        List<BatchFact> raw = recent.stream().filter(BatchFact::isRaw).toList();
        double bytes = (double) LogFacts.stored(raw) / Math.max(1, LogFacts.stored(recent));
        Optional<ConfidenceInterval> left = log.trial().rawPacked();
        if (left.isEmpty()
                || bytes < one.limit(Threshold.RAW_PRODUCER_SHARE)
                || LogFacts.share(recent, BatchFact::isRaw) >= NEARLY_ALL
                || 4 * raw.size() < one.limit(Threshold.LEAST_BATCHES)
                || !RawProducers.stillWrite(recent)
                || 1 - (1 - left.get().high()) / bytes >= one.limit(Threshold.RAW_FRACTION)) {
            return Optional.empty();
        }
        CodecSpeed after = log.trial()
                .speed(TrialRun.ZSTD)
                .mixedWith(log.traffic().speed(), LogFacts.share(recent, BatchFact::isRaw));
        Optional<EstimatedSaving> worth = log.traffic().worth(left.get(), after);
        if (!log.traffic().pays(worth)) {
            return Optional.empty();
        }
        RawProducers producers = RawProducers.of(recent);
        return Optional.of(one.finding(
                Check.RAW_PRODUCER,
                log.traffic().severity(worth, one.thresholds()),
                say(
                        "%s of the recent stored bytes come raw, the rest compressed; %s; as zstd the topic would shrink to"
                                + " %s",
                        share(bytes), producers.words(), part(left.get())),
                "one producer without a codec takes a large part of the room, and hides behind the others",
                List.of(
                        "compression.type=" + one.codec() + "    # on the producers that send raw batches",
                        "kafka-transactions.sh --bootstrap-server "
                                + one.cluster().bootstrap()
                                + " describe-producers --topic " + one.topic().name()
                                + " --partition 0    # their ids, with the time of the last batch"),
                worth,
                producers.confidence()));
    }

    static Optional<Finding> gzip(Case one, Log log) {
        double gzip = LogFacts.share(log.facts().recent(), fact -> fact.codecId() == CodecType.GZIP.id());
        if (gzip < one.limit(Threshold.GZIP_SHARE)
                || one.cluster().takesGzipAlone()
                || log.facts().recent().size() < one.limit(Threshold.LEAST_BATCHES)) {
            return Optional.empty();
        }
        CodecSpeed slow = log.trial().speed(TrialRun.GZIP);
        for (Codec codec : List.of(TrialRun.ZSTD_FAST, TrialRun.ZSTD)) {
            Optional<ConfidenceInterval> left = log.trial().gzipAs(codec);
            CodecSpeed fast = log.trial().speed(codec);
            if (left.isPresent()
                    && left.get().estimate() <= AS_SMALL
                    && fast.compressNanosPerByte() < slow.compressNanosPerByte()) {
                return gzipAs(one, log, codec, left.get(), gzip);
            }
        }
        return Optional.empty();
    }

    private static Optional<Finding> gzipAs(Case one, Log log, Codec codec, ConfidenceInterval left, double gzip) {
        CodecSpeed slow = log.trial().speed(TrialRun.GZIP);
        CodecSpeed fast = log.trial().speed(codec);
        Optional<EstimatedSaving> worth =
                log.traffic().worth(left, fast.mixedWith(log.traffic().speed(), gzip));
        if (worth.isPresent() && worth.get().moneyPerMonth().estimate() <= 0) {
            return Optional.empty();
        }
        List<String> fix = new ArrayList<>(codec.configLines());
        fix.set(0, fix.get(0) + "    # on its producers; other levels: " + one.advise());
        if (one.topic().setting("compression.type").filter("gzip"::equals).isPresent()) {
            fix.add(one.alter("compression.type=producer") + "    # after them");
        }
        return Optional.of(one.finding(
                Check.GZIP,
                log.traffic().severity(worth, one.thresholds()),
                say(
                        "%s of the recent bytes are gzip; on these batches %s takes %s of gzip's CPU time to compress and"
                                + " %s to decompress, and the topic %s of its bytes",
                        share(gzip),
                        codec,
                        share(fast.compressNanosPerByte() / slow.compressNanosPerByte()),
                        share(fast.decompressNanosPerByte() / slow.decompressNanosPerByte()),
                        part(left)),
                "gzip takes more CPU time than any other codec for as few bytes, in the producers' sending threads",
                fix,
                worth,
                Confidence.certain("measured on these batches, gzip at its default level; speeds are rough")));
    }

    /** Today's batches are in another codec than older ones. */
    static Optional<Finding> oldCodec(Case one, Log log) {
        List<BatchFact> recent = log.facts().recent();
        List<BatchFact> older = log.facts().older();
        if (recent.size() < one.limit(Threshold.LEAST_BATCHES)) {
            return Optional.empty();
        }
        int now = recent.get(recent.size() - 1).codecId();
        double still = (double) LogFacts.stored(
                        older.stream().filter(fact -> fact.codecId() != now).toList())
                / Math.max(1, LogFacts.stored(older));
        if (LogFacts.share(recent, fact -> fact.codecId() == now) < NEARLY_ALL
                || still < one.limit(Threshold.OLD_CODEC_SHARE)) {
            return Optional.empty();
        }
        return Optional.of(one.finding(
                Check.OLD_CODEC,
                Severity.NOTE,
                say(
                        "recent batches are %s, and %s of the older bytes are not",
                        CodecType.withId(now).map(CodecType::label).orElse("of an unknown codec"), share(still)),
                "what is stored keeps its codec: disks empty over the retention, not on the day of a change",
                List.of("# nothing to do: wait for the retention"),
                Optional.empty(),
                Confidence.certain("codecs by the batches' timestamps")));
    }
}
