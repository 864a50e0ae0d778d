package dev.squeeze.feature.doctor;

import dev.squeeze.kit.unit.KebabCase;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What is looked for, in the order of what it usually costs. The source says where the rule behind a check is written
 * down. {@link #UNDECODABLE_CODEC} and {@link #VULNERABLE_LIBRARIES} cannot be seen from outside: they are asked, never
 * asserted.
 */
public enum Check {
    RAW_TOPIC("topic stored raw", "measured on this topic's batches", Need.LOG),
    SHALLOW_BATCHES(
            "shallow batches", "a codec sees one batch at a time; measured by merging this topic's own", Need.LOG),
    NO_LINGER(
            "no lingering, or a flush for each send",
            "Kafka's ProducerConfig (linger.ms, 5 since 4.0: KIP-1030); regrouping of this topic's timestamps",
            Need.LOG),
    CROSS_ZONE_READS(
            "consumers read across zones",
            "KIP-392: consumers fetch from the closest replica only where brokers have a replica selector",
            Need.BROKER_SETTINGS),
    BROKER_RECOMPRESSES(
            "the broker compresses again",
            "Kafka's LogValidator: a batch in another codec than the topic's is unpacked and compressed again",
            Need.LOG,
            Need.TOPIC_SETTINGS),
    TOPIC_UNCOMPRESSED(
            "topic setting undoes compression",
            "Kafka's TopicConfig, compression.type=uncompressed; LogValidator writes such batches anew",
            Need.LOG,
            Need.TOPIC_SETTINGS),
    RAW_MIRROR(
            "a mirror or connector writes raw",
            "KIP-382 (names of mirrored topics); Kafka Connect, producer.override.* (KIP-458)",
            Need.LOG),
    RAW_PRODUCER("a raw producer among compressed ones", "producer ids and codecs in the batch headers", Need.LOG),
    FRAGMENTED_BATCHES(
            "keys, partitions and producers fragment batches",
            "Kafka's RecordAccumulator: each producer fills one batch for each partition",
            Need.LOG),
    SPRAYED_RECORDS("keyless records sprayed over partitions", "KIP-480 and KIP-794 (sticky partitioning)", Need.LOG),
    RECORD_FILLS_BATCH(
            "records as large as batch.size",
            "Kafka's ProducerConfig (batch.size): a record of that size travels alone",
            Need.LOG),
    SCHEMA_IN_RECORDS("a schema in every JSON record", "Kafka Connect's JsonConverter (schemas.enable)", Need.LOG),
    VALUES_COMPRESSED_ALONE(
            "values compressed one by one",
            "RFC 1952, RFC 8878 and the LZ4 frame format (their first bytes); measured on this topic",
            Need.LOG),
    GZIP("gzip", "measured on this topic's batches", Need.LOG),
    INCOMPRESSIBLE("nothing to compress", "measured with every codec on this topic's batches", Need.LOG),
    ZSTD_TOPIC_SETTING(
            "zstd as the topic's setting locks out old consumers",
            "KIP-110: UNSUPPORTED_COMPRESSION_TYPE for fetches before version 10",
            Need.TOPIC_SETTINGS),
    HUGE_BATCHES(
            "batches that unpack beyond what some consumers take",
            "github.com/confluentinc/librdkafka/issues/5260: its buffer triples, and receive.message.max.bytes is 100 MB",
            Need.LOG),
    CONSUMER_HEAP(
            "batches that unpack to a multiple of a consumer's fetch",
            "Kafka's ConsumerConfig: fetch.max.bytes bounds compressed bytes",
            Need.LOG),
    NEAR_SIZE_LIMIT(
            "batches near max.message.bytes",
            "Kafka's TopicConfig: max.message.bytes bounds a batch as it is stored",
            Need.LOG,
            Need.TOPIC_SETTINGS),
    COMPACTION_CHURN(
            "compaction rewrites batches",
            "Kafka's log Cleaner: what is left of a batch is compressed again at the codec's default level",
            Need.LOG,
            Need.TOPIC_SETTINGS),
    UNDECODABLE_CODEC("a consumer that cannot decode the codec", "KIP-110; client libraries' notes"),
    GZIP_ONLY_SERVICE(
            "a service that takes gzip alone",
            "Azure Event Hubs for Apache Kafka: gzip is the only codec",
            Need.ADDRESS),
    LZ4_LEVEL(
            "lz4 level trap",
            "KIP-390 and lz4-java: level 9 means the fast compressor, all others the slow one",
            Need.PRODUCER_SETTINGS),
    OLD_CODEC("old data keeps its codec", "batch headers by age; brokers never rewrite what they have", Need.LOG),
    VULNERABLE_LIBRARIES(
            "codec libraries with known holes",
            "CVE-2026-35554 (kafka-clients); CVE-2025-12183, CVE-2025-66566, CVE-2026-59949 (lz4-java)");

    private final String title;
    private final String source;
    private final List<Need> needs;

    Check(String title, String source, Need... needs) {
        this.title = title;
        this.source = source;
        this.needs = List.of(needs);
    }

    /** From 1, by what it usually costs. */
    public int number() {
        return ordinal() + 1;
    }

    /** Such as {@code raw-topic}. */
    public String id() {
        return KebabCase.of(this);
    }

    public String title() {
        return title;
    }

    /** Where the rule is from. */
    public String source() {
        return source;
    }

    /** What it has to see; nothing for what can only be asked. */
    public List<Need> needs() {
        return needs;
    }

    /** The check of an id. */
    public static Optional<Check> withId(String id) {
        return Arrays.stream(values()).filter(check -> check.id().equals(id)).findFirst();
    }
}
