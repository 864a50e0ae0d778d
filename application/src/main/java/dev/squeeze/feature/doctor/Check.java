package dev.squeeze.feature.doctor;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What is looked for, in the order of what it usually costs. The source says where the rule behind a check is written
 * down. {@link #UNDECODABLE_CODEC} and {@link #VULNERABLE_LIBRARIES} cannot be seen from outside: they are asked, never
 * asserted.
 */
public enum Check {
    RAW_TOPIC("topic stored raw", "measured on this topic's batches", Requirement.LOG),
    SHALLOW_BATCHES(
            "shallow batches",
            "a codec sees one batch at a time; measured by merging this topic's own",
            Requirement.LOG),
    NO_LINGER(
            "no lingering, or a flush for each send",
            "Kafka's ProducerConfig (linger.ms, 5 since 4.0: KIP-1030); regrouping of this topic's timestamps",
            Requirement.LOG),
    CROSS_ZONE_READS(
            "consumers read across zones",
            "KIP-392: consumers fetch from the closest replica only where brokers have a replica selector",
            Requirement.BROKER_SETTINGS),
    BROKER_RECOMPRESSES(
            "the broker compresses again",
            "Kafka's LogValidator: a batch in another codec than the topic's is unpacked and compressed again",
            Requirement.LOG,
            Requirement.TOPIC_SETTINGS),
    TOPIC_UNCOMPRESSED(
            "topic setting undoes compression",
            "Kafka's TopicConfig, compression.type=uncompressed; LogValidator writes such batches anew",
            Requirement.LOG,
            Requirement.TOPIC_SETTINGS),
    RAW_MIRROR(
            "a mirror or connector writes raw",
            "KIP-382 (names of mirrored topics); Kafka Connect, producer.override.* (KIP-458)",
            Requirement.LOG),
    RAW_PRODUCER(
            "a raw producer among compressed ones", "producer ids and codecs in the batch headers", Requirement.LOG),
    FRAGMENTED_BATCHES(
            "keys, partitions and producers fragment batches",
            "Kafka's RecordAccumulator: each producer fills one batch for each partition",
            Requirement.LOG),
    SPRAYED_RECORDS(
            "keyless records sprayed over partitions", "KIP-480 and KIP-794 (sticky partitioning)", Requirement.LOG),
    RECORD_FILLS_BATCH(
            "records as large as batch.size",
            "Kafka's ProducerConfig (batch.size): a record of that size travels alone",
            Requirement.LOG),
    SCHEMA_IN_RECORDS(
            "a schema in every JSON record", "Kafka Connect's JsonConverter (schemas.enable)", Requirement.LOG),
    VALUES_COMPRESSED_ALONE(
            "values compressed one by one",
            "RFC 1952, RFC 8878 and the LZ4 frame format (their first bytes); measured on this topic",
            Requirement.LOG),
    GZIP("gzip", "measured on this topic's batches", Requirement.LOG),
    INCOMPRESSIBLE("nothing to compress", "measured with every codec on this topic's batches", Requirement.LOG),
    ZSTD_TOPIC_SETTING(
            "zstd as the topic's setting locks out old consumers",
            "KIP-110: UNSUPPORTED_COMPRESSION_TYPE for fetches before version 10",
            Requirement.TOPIC_SETTINGS),
    HUGE_BATCHES(
            "batches that unpack beyond what some consumers take",
            "github.com/confluentinc/librdkafka/issues/5260: its buffer triples, and receive.message.max.bytes is 100 MB",
            Requirement.LOG),
    CONSUMER_HEAP(
            "batches that unpack to a multiple of a consumer's fetch",
            "Kafka's ConsumerConfig: fetch.max.bytes bounds compressed bytes",
            Requirement.LOG),
    NEAR_SIZE_LIMIT(
            "batches near max.message.bytes",
            "Kafka's TopicConfig: max.message.bytes bounds a batch as it is stored",
            Requirement.LOG,
            Requirement.TOPIC_SETTINGS),
    COMPACTION_CHURN(
            "compaction rewrites batches",
            "Kafka's log Cleaner: what is left of a batch is compressed again at the codec's default level",
            Requirement.LOG,
            Requirement.TOPIC_SETTINGS),
    UNDECODABLE_CODEC("a consumer that cannot decode the codec", "KIP-110; client libraries' notes"),
    GZIP_ONLY_SERVICE(
            "a service that takes gzip alone",
            "Azure Event Hubs for Apache Kafka: gzip is the only codec",
            Requirement.ADDRESS),
    LZ4_LEVEL(
            "lz4 level trap",
            "KIP-390 and lz4-java: level 9 means the fast compressor, all others the slow one",
            Requirement.PRODUCER_SETTINGS),
    OLD_CODEC(
            "old data keeps its codec", "batch headers by age; brokers never rewrite what they have", Requirement.LOG),
    VULNERABLE_LIBRARIES(
            "codec libraries with known holes",
            "CVE-2026-35554 (kafka-clients); CVE-2025-12183, CVE-2025-66566, CVE-2026-59949 (lz4-java)");

    private final String title;
    private final String source;
    private final List<Requirement> needs;

    Check(String title, String source, Requirement... needs) {
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
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    public String title() {
        return title;
    }

    /** Where the rule is from. */
    public String source() {
        return source;
    }

    /** What it has to see; nothing for what can only be asked. */
    public List<Requirement> needs() {
        return needs;
    }

    /** The check of an id. */
    public static Optional<Check> withId(String id) {
        return Arrays.stream(values()).filter(check -> check.id().equals(id)).findFirst();
    }
}
