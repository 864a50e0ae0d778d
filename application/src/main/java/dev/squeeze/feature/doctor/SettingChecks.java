package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.TopicCase.say;
import static dev.squeeze.feature.doctor.TopicCase.share;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.feature.doctor.Rule.Precedence;
import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.cluster.TopicConversions;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.format.TopicCompression;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Checks of a topic's settings against its batches. */
final class SettingChecks {
    static final Rule BROKER_RECOMPRESSES = Rule.ofLog(
            "the broker compresses again",
            "Kafka's LogValidator: a batch in another codec than the topic's is unpacked and compressed again",
            Precedence.INDEPENDENT,
            SettingChecks::brokerRecompresses,
            Requirement.BATCHES,
            Requirement.TOPIC_SETTINGS);

    static final Rule ZSTD_TOPIC_SETTING = Rule.ofTopicSettings(
            "zstd as the topic's setting locks out old consumers",
            "KIP-110: UNSUPPORTED_COMPRESSION_TYPE for fetches before version 10",
            SettingChecks::zstdTopicSetting);

    static final Rule COMPACTION_CHURN = Rule.ofLog(
            "compaction rewrites batches",
            "Kafka's log Cleaner: what is left of a batch is compressed again at the codec's default level",
            Precedence.INDEPENDENT,
            SettingChecks::compactionChurn,
            Requirement.TOPIC_SETTINGS);

    private static final double MOSTLY = 0.8;
    /** A single batch of an old client is no habit. */
    private static final double MIN_CONVERTED_SHARE = 0.01;

    private static final long COMPACTION_LAG_MILLIS = 3_600_000;
    private static final int DEFAULT_BATCH_BYTES = ProducerSettings.KAFKA_DEFAULTS.batchSizeBytes();

    private SettingChecks() {}

    private static Optional<TopicConversions> conversions(TopicCase examined) {
        return examined.cluster()
                .conversions()
                .map(all -> all.get(examined.topic().name()));
    }

    private static boolean converts(TopicConversions found) {
        return found.convertedPerSecond() > 0
                && found.convertedPerSecond() >= MIN_CONVERTED_SHARE * found.receivedPerSecond();
    }

    /** What brokers report about rewriting a topic's batches; empty where they do not, or where no JMX address was given. */
    static Optional<String> converted(TopicCase examined) {
        return conversions(examined)
                .filter(SettingChecks::converts)
                .map(found -> say(
                        "%.1f of %.1f records/s were converted in the last quarter of an hour, %,d since the brokers started",
                        found.convertedPerSecond(), found.receivedPerSecond(), found.converted()));
    }

    private static Optional<Observation> brokerRecompresses(TopicCase examined, Log log) {
        Optional<CodecType> codec =
                examined.topic().compression().flatMap(TopicCompression::codec).filter(type -> type != CodecType.NONE);
        List<BatchFact> recent = log.facts().recent();
        if (codec.isEmpty()
                || !examined.hasEnough(recent)
                || LogFacts.share(recent, fact -> fact.codecId() == codec.get().id()) < MOSTLY) {
            return Optional.empty();
        }
        Optional<String> reported = converted(examined);
        if (reported.isEmpty()
                && conversions(examined).filter(found -> found.received() > 0).isPresent()) {
            // The brokers were asked, and convert nothing: producers send what the topic wants.
            return Optional.empty();
        }
        String other = examined.cluster().clients().producer().isEmpty()
                ? codec.get().label()
                : examined.cluster().clients().ofProducer("compression.type").orElse("none");
        boolean differs = !other.equals(codec.get().label());
        boolean trace = endAtTheDefaultSizeUncompressed(recent);
        double nanos = log.trial().speed(Codec.ofDefaultLevel(codec.get())).compressNanosPerByte()
                - log.trial().speed(Codec.NONE).compressNanosPerByte();
        return Optional.of(new Observation(
                reported.isPresent() ? Severity.SERIOUS : differs || trace ? Severity.WARNING : Severity.NOTE,
                say(
                        "the topic is set to compression.type=%s, and %s of the recent bytes are in it; %s",
                        codec.get().label(),
                        share(LogFacts.share(
                                recent, fact -> fact.codecId() == codec.get().id())),
                        evidence(reported, differs, other, trace)),
                "the leader unpacks and compresses each batch that comes in another codec, in a request handler, at the"
                        + " default level; what its producers chose and saved on the network is lost",
                ProposedCodec.fix(examined, "every producer of the topic"),
                nanos > 0 && (differs || trace || reported.isPresent())
                        ? log.traffic().savingOfCores(nanos)
                        : Optional.empty(),
                confidence(reported.isPresent(), differs, trace)));
    }

    private static String evidence(Optional<String> reported, boolean differs, String producers, boolean trace) {
        if (reported.isPresent()) {
            return reported.get();
        }
        if (differs) {
            return "the producer configuration that you gave says compression.type=" + producers;
        }
        return trace
                ? "its batches end at 16,384 bytes uncompressed, where those of a producer end that does not compress"
                        + " (one that does goes on until they are as large compressed)"
                : "whether producers send another one is not in the log";
    }

    private static Confidence confidence(boolean reported, boolean differs, boolean trace) {
        if (reported) {
            return Confidence.certain("the brokers count it: ProduceMessageConversionsPerSec of the topic");
        }
        if (differs) {
            return Confidence.likely("as far as that configuration is this topic's; --jmx would settle it");
        }
        return trace
                ? Confidence.likely("from the size of the batches; --jmx would settle it")
                : Confidence.possible(
                        "from the setting alone; --jmx HOST:PORT or --producer-config FILE would settle it");
    }

    /**
     * Java's producer bounds a batch by its estimated compressed size, so where it compresses, batches soon grow beyond
     * batch.size. Full batches that never do were filled uncompressed.
     */
    private static boolean endAtTheDefaultSizeUncompressed(List<BatchFact> recent) {
        List<BatchFact> several =
                recent.stream().filter(fact -> fact.records() > 1).toList();
        double twoRecords = 2.0 * LogFacts.uncompressed(several) / Math.max(1, LogFacts.records(several));
        return LogFacts.stored(several) * 1.5 < LogFacts.uncompressed(several)
                && several.stream().allMatch(fact -> fact.uncompressedBytes() <= DEFAULT_BATCH_BYTES)
                && LogFacts.countShare(several, fact -> fact.uncompressedBytes() + twoRecords >= DEFAULT_BATCH_BYTES)
                        >= 0.5;
    }

    private static Optional<Observation> zstdTopicSetting(TopicCase examined) {
        return examined.topic()
                .compression()
                .flatMap(TopicCompression::codec)
                .filter(type -> type == CodecType.ZSTD)
                .map(zstd -> new Observation(
                        Severity.NOTE,
                        "the topic is set to compression.type=zstd",
                        "brokers refuse to serve such a topic to consumers from before Kafka 2.1 (and librdkafka 1.0),"
                                + " whatever codec its batches have",
                        ProposedCodec.fix(examined, "every producer of the topic"),
                        Optional.empty(),
                        Confidence.certain("the setting is the topic's; whether such consumers exist is not seen")));
    }

    private static Optional<Observation> compactionChurn(TopicCase examined, Log log) {
        boolean compacts = examined.topic()
                .setting("cleanup.policy")
                .filter(policy -> policy.contains("compact"))
                .isPresent();
        double holes = log.profile().holes().withinBatches();
        double gone = holes / Math.max(1, holes + log.profile().records());
        if (!compacts
                || examined.topic().number("min.compaction.lag.ms").orElse(0) > 0
                || gone < examined.limit(Threshold.COMPACTED_SHARE)) {
            return Optional.empty();
        }
        boolean packed = log.facts().all().stream().anyMatch(fact -> !fact.isRaw());
        return Optional.of(new Observation(
                Severity.NOTE,
                say(
                        "compaction has taken %s of the records out of batches that are still there (%,.0f offsets), and"
                                + " min.compaction.lag.ms is 0",
                        share(gone), holes),
                packed
                        ? "the cleaner unpacks and rewrites what is left, at the codec's default level: levels that"
                                + " producers chose are lost, and batches become shallow"
                        : "the cleaner rewrites what is left, and batches become shallow",
                laterCompaction(examined),
                Optional.empty(),
                Confidence.certain("record counts and offsets in the batch headers, and the topic's settings")));
    }

    /** Brokers refuse a least lag that is above the largest. */
    private static List<String> laterCompaction(TopicCase examined) {
        String later = "min.compaction.lag.ms=" + COMPACTION_LAG_MILLIS;
        return examined.topic().number("max.compaction.lag.ms").orElse(Long.MAX_VALUE) >= COMPACTION_LAG_MILLIS
                ? commented("# recent records stay as they were sent for an hour:", examined.alter(later))
                : commented(
                        "# recent records stay as they were sent for an hour; if removed values may stay as long, since"
                                + " max.compaction.lag.ms has to be raised too:",
                        examined.alter(later + ",max.compaction.lag.ms=" + COMPACTION_LAG_MILLIS));
    }

    private static List<String> commented(String comment, List<String> command) {
        List<String> lines = new ArrayList<>(List.of(comment));
        lines.addAll(command);
        return lines;
    }
}
