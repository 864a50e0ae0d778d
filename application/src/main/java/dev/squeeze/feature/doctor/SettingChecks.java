package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.Case.say;
import static dev.squeeze.feature.doctor.Case.share;

import dev.squeeze.feature.doctor.TopicExamination.Log;
import dev.squeeze.kit.cluster.TopicConversions;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.List;
import java.util.Optional;

/** Checks of a topic's settings against what lies in it. */
final class SettingChecks {
    private static final double MOSTLY = 0.8;
    /** A single batch of an old client is no habit. */
    private static final double LEAST_CONVERTED_SHARE = 0.01;

    private static final int DEFAULT_BATCH_BYTES = 16_384;

    private SettingChecks() {}

    private static Optional<TopicConversions> conversions(Case one) {
        return one.cluster().conversions().map(all -> all.get(one.topic().name()));
    }

    private static boolean converts(TopicConversions found) {
        return found.convertedPerSecond() > 0
                && found.convertedPerSecond() >= LEAST_CONVERTED_SHARE * found.receivedPerSecond();
    }

    /** What brokers say of writing a topic's batches anew; empty where they do not, or nobody asked them. */
    static Optional<String> converted(Case one) {
        return conversions(one)
                .filter(SettingChecks::converts)
                .map(found -> say(
                        "%.1f of %.1f records/s were converted in the last quarter of an hour, %,d since the brokers began",
                        found.convertedPerSecond(), found.receivedPerSecond(), found.converted()));
    }

    static Optional<Finding> brokerRecompresses(Case one, Log log) {
        Optional<CodecType> codec = one.topic().setting("compression.type").flatMap(CodecType::named);
        List<BatchFact> recent = log.facts().recent();
        if (codec.isEmpty()
                || recent.size() < one.limit(Threshold.LEAST_BATCHES)
                || LogFacts.share(recent, fact -> fact.codecId() == codec.get().id()) < MOSTLY) {
            return Optional.empty();
        }
        Optional<String> told = converted(one);
        if (told.isEmpty()
                && conversions(one).filter(found -> found.received() > 0).isPresent()) {
            // The brokers were asked, and convert nothing: producers send what the topic wants.
            return Optional.empty();
        }
        String other = one.cluster().clients().producer().isEmpty()
                ? codec.get().label()
                : one.cluster().clients().ofProducer("compression.type").orElse("none");
        boolean differs = !other.equals(codec.get().label());
        boolean trace = endAtTheDefaultSizeUncompressed(recent);
        double nanos = log.trial().speed(Codec.ofDefaultLevel(codec.get())).compressNanosPerByte()
                - log.trial().speed(Codec.NONE).compressNanosPerByte();
        return Optional.of(one.finding(
                Check.BROKER_RECOMPRESSES,
                told.isPresent() ? Severity.SERIOUS : differs || trace ? Severity.WORTH : Severity.NOTE,
                say(
                        "the topic is set to compression.type=%s, and %s of the recent bytes are in it; %s",
                        codec.get().label(),
                        share(LogFacts.share(
                                recent, fact -> fact.codecId() == codec.get().id())),
                        evidence(told, differs, other, trace)),
                "the leader unpacks and compresses each batch that comes in another codec, in a request handler, at the"
                        + " default level; what its producers chose and saved on the network is lost",
                List.of(
                        "compression.type=" + codec.get().label() + "    # first on the topic's producers",
                        one.alter("compression.type=producer") + "    # then"),
                differs || trace || told.isPresent()
                        ? log.traffic().worthOfCores(Math.max(0, nanos))
                        : Optional.empty(),
                confidence(told.isPresent(), differs, trace)));
    }

    private static String evidence(Optional<String> told, boolean differs, String producers, boolean trace) {
        if (told.isPresent()) {
            return told.get();
        }
        if (differs) {
            return "the producer configuration that you gave says compression.type=" + producers;
        }
        return trace
                ? "its batches end at 16,384 bytes uncompressed, where those of a producer end that does not compress"
                        + " (one that does goes on until they are as large compressed)"
                : "whether producers send another one is not in the log";
    }

    private static Confidence confidence(boolean told, boolean differs, boolean trace) {
        if (told) {
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

    static Optional<Finding> zstdTopicSetting(Case one) {
        return one.topic()
                .setting("compression.type")
                .filter("zstd"::equals)
                .map(zstd -> one.finding(
                        Check.ZSTD_TOPIC_SETTING,
                        Severity.NOTE,
                        "the topic is set to compression.type=zstd",
                        "brokers refuse to serve such a topic to consumers from before Kafka 2.1 (and librdkafka 1.0),"
                                + " whatever codec its batches have",
                        List.of(
                                "compression.type=zstd    # first on the topic's producers",
                                one.alter("compression.type=producer") + "    # then"),
                        Optional.empty(),
                        Confidence.certain("the setting is the topic's; whether such consumers exist is not seen")));
    }

    static Optional<Finding> compactionChurn(Case one, Log log) {
        boolean compacts = one.topic()
                .setting("cleanup.policy")
                .filter(policy -> policy.contains("compact"))
                .isPresent();
        double holes = log.profile().holes().withinBatches();
        double gone = holes / Math.max(1, holes + log.profile().records());
        if (!compacts
                || one.topic().number("min.compaction.lag.ms").orElse(0) > 0
                || gone < one.limit(Threshold.COMPACTED_SHARE)) {
            return Optional.empty();
        }
        boolean packed = log.facts().all().stream().anyMatch(fact -> !fact.isRaw());
        return Optional.of(one.finding(
                Check.COMPACTION_CHURN,
                Severity.NOTE,
                say(
                        "compaction has taken %s of the records out of batches that are still there (%,.0f offsets), and"
                                + " min.compaction.lag.ms is 0",
                        share(gone), holes),
                packed
                        ? "the cleaner unpacks and writes anew what is left, at the codec's default level: levels that"
                                + " producers chose are lost, and batches become shallow"
                        : "the cleaner writes anew what is left, and batches become shallow",
                List.of(
                        one.alter("min.compaction.lag.ms=3600000")
                                + "    # recent records stay as they were sent; Kafka Streams' changelogs need it less",
                        "# do not pay for a high compression level on a compacted topic"),
                Optional.empty(),
                Confidence.certain("record counts and offsets in the batch headers, and the topic's settings")));
    }
}
