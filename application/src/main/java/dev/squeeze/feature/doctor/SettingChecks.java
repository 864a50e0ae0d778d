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
            "the broker recompresses",
            "Kafka's LogValidator: a batch with another codec than the topic's is decompressed and compressed again",
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
            "Kafka's log Cleaner: the remaining records of a batch are recompressed at the codec's default level",
            Precedence.INDEPENDENT,
            SettingChecks::compactionChurn,
            Requirement.TOPIC_SETTINGS);

    private static final double MOSTLY = 0.8;
    /** Ignores single batches of an old client. */
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

    /** What brokers report about converting a topic's batches; empty if they do not, or if no JMX address was given. */
    static Optional<String> converted(TopicCase examined) {
        return conversions(examined)
                .filter(SettingChecks::converts)
                .map(found -> say(
                        "%.1f of %.1f records/s were converted in the last 15 minutes, %,d since the brokers started",
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
            // The brokers report that they convert nothing: producers already send the topic's codec.
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
                        "the topic is set to compression.type=%s, and %s of the recent bytes have that codec; %s",
                        codec.get().label(),
                        share(LogFacts.share(
                                recent, fact -> fact.codecId() == codec.get().id())),
                        evidence(reported, differs, other, trace)),
                "the leader decompresses and recompresses each batch that arrives in another codec, in a request"
                        + " handler thread, at the default level; what producers chose, and saved on the network, is"
                        + " lost",
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
                ? "its batches end at 16,384 bytes uncompressed, like those of a producer that does not compress (one"
                        + " that compresses fills them to that size compressed)"
                : "the log does not show whether producers send another one";
    }

    private static Confidence confidence(boolean reported, boolean differs, boolean trace) {
        if (reported) {
            return Confidence.certain("the brokers count it: ProduceMessageConversionsPerSec of the topic");
        }
        if (differs) {
            return Confidence.likely("if this topic's producers use that configuration; --jmx would settle it");
        }
        return trace
                ? Confidence.likely("from the size of the batches; --jmx would settle it")
                : Confidence.possible(
                        "only from the setting; --jmx HOST:PORT or --producer-config FILE would settle it");
    }

    /**
     * Java's producer limits a batch by its estimated compressed size, so if it compresses, uncompressed sizes soon
     * exceed batch.size. Full batches that never do so were filled uncompressed.
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
                        "brokers refuse to serve such a topic to consumers older than Kafka 2.1 (or librdkafka 1.0),"
                                + " whatever codec its batches have",
                        ProposedCodec.fix(examined, "every producer of the topic"),
                        Optional.empty(),
                        Confidence.certain(
                                "the topic itself has this setting; whether such consumers exist is unknown")));
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
                        "compaction has removed %s of the records from batches that are still stored (%,.0f offsets),"
                                + " and min.compaction.lag.ms is 0",
                        share(gone), holes),
                packed
                        ? "the log cleaner decompresses and rewrites the remaining records at the codec's default"
                                + " level: the level that producers chose is lost, and batches become shallow"
                        : "the log cleaner rewrites the remaining records, and batches become shallow",
                laterCompaction(examined),
                Optional.empty(),
                Confidence.certain("record counts and offsets in the batch headers, and the topic's settings")));
    }

    /** Brokers reject a minimum lag above the maximum. */
    private static List<String> laterCompaction(TopicCase examined) {
        String later = "min.compaction.lag.ms=" + COMPACTION_LAG_MILLIS;
        return examined.topic().number("max.compaction.lag.ms").orElse(Long.MAX_VALUE) >= COMPACTION_LAG_MILLIS
                ? commented("# recent records stay as they were sent for an hour:", examined.alter(later))
                : commented(
                        "# recent records stay as they were sent for an hour; only if removed values may stay that"
                                + " long, since max.compaction.lag.ms has to be raised as well:",
                        examined.alter(later + ",max.compaction.lag.ms=" + COMPACTION_LAG_MILLIS));
    }

    private static List<String> commented(String comment, List<String> command) {
        List<String> lines = new ArrayList<>(List.of(comment));
        lines.addAll(command);
        return lines;
    }
}
