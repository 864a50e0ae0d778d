package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.unit.VersionNumber;
import java.util.List;
import java.util.Optional;

/**
 * What client libraries support, and since which version: the single source of this. Each row names its reference.
 * Brokers are those of Apache Kafka, whose versions are Java's.
 */
public final class ClientSupport {
    private static final VersionNumber ALWAYS = new VersionNumber(0, 0, 0);
    private static final String LIBRDKAFKA_LEVELS = "librdkafka's CONFIGURATION.md: compression.level, at most 12";

    /**
     * Below this level, frames of the lz4 library use its fast compressor ({@code lz4hc.h}, {@code LZ4HC_CLEVEL_MIN}).
     */
    private static final int FIRST_SLOW_LZ4_LEVEL = 3;

    private ClientSupport() {}

    /** What a client does with a level that it does not support. */
    public enum UnknownLevel {
        /** It compresses at the codec's default level. */
        IGNORED,
        /** It fails at startup or when it sends. */
        REFUSED
    }

    /**
     * The levels of a codec that a client supports.
     *
     * @param since the first version that supports levels
     * @param before what earlier versions do with a level
     */
    public record Levels(VersionNumber since, int min, int max, UnknownLevel before, String source) {
        private boolean contain(int level) {
            return min <= level && level <= max;
        }
    }

    /**
     * A codec of a client.
     *
     * @param since the first version that supports it
     * @param levels empty if no version supports levels
     */
    public record CodecRow(
            ClientProfile client, CodecType codec, VersionNumber since, Optional<Levels> levels, String source) {}

    /**
     * A client's default settings.
     *
     * @param since the first version with these defaults
     */
    public record DefaultsRow(ClientProfile client, VersionNumber since, ProducerSettings settings, String source) {}

    /**
     * How records without a key are distributed.
     *
     * @param since the first version that keeps them on one partition for a batch; earlier ones spread them over the
     *     partitions
     */
    public record StickyRow(ClientProfile client, VersionNumber since, String source) {}

    /** Codecs that every version supports and that have no levels are not listed. */
    public static final List<CodecRow> CODECS = List.of(
            codec(ClientProfile.JAVA, CodecType.GZIP, "0", "", levels("3.8", 1, 9, UnknownLevel.IGNORED, "KIP-390")),
            codec(
                    ClientProfile.JAVA,
                    CodecType.LZ4,
                    "0.10",
                    "KIP-57: frames of earlier versions have a wrong checksum",
                    levels("3.8", 1, 17, UnknownLevel.IGNORED, "KIP-390")),
            codec(
                    ClientProfile.JAVA,
                    CodecType.ZSTD,
                    "2.1",
                    "KIP-110",
                    levels("3.8", -131_072, 22, UnknownLevel.IGNORED, "KIP-390")),
            codec(
                    ClientProfile.LIBRDKAFKA,
                    CodecType.GZIP,
                    "0",
                    "",
                    levels("0.11.5", 1, 9, UnknownLevel.REFUSED, LIBRDKAFKA_LEVELS)),
            codec(
                    ClientProfile.LIBRDKAFKA,
                    CodecType.LZ4,
                    "0",
                    "",
                    levels(
                            "0.11.5",
                            FIRST_SLOW_LZ4_LEVEL,
                            12,
                            UnknownLevel.REFUSED,
                            LIBRDKAFKA_LEVELS + "; lz4frame.c: levels 1 and 2 are its default")),
            codec(
                    ClientProfile.LIBRDKAFKA,
                    CodecType.ZSTD,
                    "1.0",
                    "librdkafka commit 5475b6030, in v1.0.0",
                    levels("1.0", 1, 12, UnknownLevel.REFUSED, LIBRDKAFKA_LEVELS)),
            codec(
                    ClientProfile.FRANZ_GO,
                    CodecType.GZIP,
                    "0",
                    "",
                    levels("1.21.4", 1, 9, UnknownLevel.REFUSED, "franz-go's CHANGELOG, v1.21.4: WithLevel panicked")),
            // franz-go's lz4 levels are constants on another scale, and others are ignored.
            codec(ClientProfile.FRANZ_GO, CodecType.LZ4, "0", "", Optional.empty()),
            codec(
                    ClientProfile.FRANZ_GO,
                    CodecType.ZSTD,
                    "0",
                    "",
                    levels(
                            "0",
                            1,
                            22,
                            UnknownLevel.IGNORED,
                            "kgo/compression.go: four levels, those of zstd.EncoderLevel")),
            codec(
                    ClientProfile.SARAMA,
                    CodecType.GZIP,
                    "0",
                    "",
                    levels("1.17", 1, 9, UnknownLevel.IGNORED, "sarama's CHANGELOG, 1.17.0")),
            // compress.go: the level is not passed on.
            codec(ClientProfile.SARAMA, CodecType.LZ4, "0", "", Optional.empty()),
            codec(
                    ClientProfile.SARAMA,
                    CodecType.ZSTD,
                    "1.26",
                    "sarama's CHANGELOG, 1.26.0: brokers rejected what 1.20 called zstd",
                    levels("1.30.1", 1, 22, UnknownLevel.IGNORED, "sarama's CHANGELOG, 1.30.1")));

    /** By client, oldest first. */
    public static final List<DefaultsRow> DEFAULTS = List.of(
            defaults(ClientProfile.JAVA, "0", CodecType.NONE, 16_384, 0, "Kafka 3.x documentation, producer configs"),
            new DefaultsRow(
                    ClientProfile.JAVA, VersionNumber.parse("4.0"), ProducerSettings.KAFKA_DEFAULTS, "KIP-1030"),
            // 0.5 ms, to be exact.
            defaults(ClientProfile.LIBRDKAFKA, "0", CodecType.NONE, 1_000_000, 0, "librdkafka's CHANGELOG, v1.5.0"),
            defaults(ClientProfile.LIBRDKAFKA, "1.5", CodecType.NONE, 1_000_000, 5, "librdkafka's CHANGELOG, v1.5.0"),
            defaults(ClientProfile.FRANZ_GO, "0", CodecType.SNAPPY, 1_000_012, 0, "franz-go's CHANGELOG, v1.20.0"),
            defaults(ClientProfile.FRANZ_GO, "1.20", CodecType.SNAPPY, 1_000_012, 10, "franz-go's CHANGELOG, v1.20.0"),
            defaults(ClientProfile.SARAMA, "0", CodecType.NONE, 1_000_000, 0, "sarama's config.go"),
            defaults(
                    ClientProfile.SARAMA, "1.43.1", CodecType.NONE, 1_048_576, 0, "sarama's CHANGELOG, 1.43.1: #2804"));

    /** librdkafka's CHANGELOG, v1.5.0: {@code batch.size}; before, only {@code message.max.bytes} limits batches. */
    private static final VersionNumber LIBRDKAFKA_BATCH_SIZE = VersionNumber.parse("1.5");

    /**
     * sarama's CHANGELOG, 1.41.0: since then, the protocol version used unless {@code config.Version} is set supports
     * zstd, as {@code Config.Validate} requires.
     */
    private static final VersionNumber SARAMA_PROTOCOL_WITH_ZSTD = VersionNumber.parse("1.41");

    /** Clients not listed: franz-go is always sticky, sarama never. */
    public static final List<StickyRow> STICKY = List.of(
            new StickyRow(ClientProfile.JAVA, VersionNumber.parse("2.4"), "KIP-480"),
            new StickyRow(
                    ClientProfile.LIBRDKAFKA,
                    VersionNumber.parse("1.6"),
                    "librdkafka's CHANGELOG, v1.6.0: sticky.partitioning.linger.ms"));

    private static CodecRow codec(
            ClientProfile client, CodecType codec, String since, String source, Optional<Levels> levels) {
        return new CodecRow(client, codec, VersionNumber.parse(since), levels, source);
    }

    private static Optional<Levels> levels(String since, int min, int max, UnknownLevel before, String source) {
        return Optional.of(new Levels(VersionNumber.parse(since), min, max, before, source));
    }

    private static DefaultsRow defaults(
            ClientProfile client, String since, CodecType codec, int batchSizeBytes, int lingerMillis, String source) {
        return new DefaultsRow(
                client,
                VersionNumber.parse(since),
                new ProducerSettings(Codec.ofDefaultLevel(codec), batchSizeBytes, lingerMillis),
                source);
    }

    /** A client's support for a codec; a row without requirements if it is not listed. */
    public static CodecRow codec(ClientProfile client, CodecType codec) {
        return CODECS.stream()
                .filter(row -> row.client() == client && row.codec() == codec)
                .findFirst()
                .orElseGet(() -> new CodecRow(client, codec, ALWAYS, Optional.empty(), ""));
    }

    /**
     * A client's default settings.
     *
     * @param version if absent, the newest version is assumed
     */
    static ProducerSettings defaults(ClientProfile client, Optional<VersionNumber> version) {
        return DEFAULTS.stream()
                .filter(row -> row.client() == client && isIn(version, row.since()))
                .reduce((earlier, later) -> later)
                .orElseThrow()
                .settings();
    }

    /** Whether batches have a size limit separate from that of records. */
    static boolean hasBatchSize(ClientProfile client, Optional<VersionNumber> version) {
        return client != ClientProfile.LIBRDKAFKA || isIn(version, LIBRDKAFKA_BATCH_SIZE);
    }

    /** Whether the client can send zstd without a protocol version being configured. */
    static boolean hasProtocolOfZstd(ClientProfile client, Optional<VersionNumber> version) {
        return client != ClientProfile.SARAMA || isIn(version, SARAMA_PROTOCOL_WITH_ZSTD);
    }

    /** Whether records without a key stay with one partition for a while. */
    static boolean isSticky(ClientProfile client, Optional<VersionNumber> version) {
        return client != ClientProfile.SARAMA
                && STICKY.stream().filter(row -> row.client() == client).allMatch(row -> isIn(version, row.since()));
    }

    /**
     * Why a client does not support this codec or level, as a clause with the reference. Empty if it does, or if its
     * newest version does and the version is not known.
     */
    public static Optional<String> refusal(ClientProfile client, Optional<VersionNumber> version, Codec codec) {
        CodecRow row = codec(client, codec.type());
        if (!isIn(version, row.since())) {
            return Optional.of(row.codec().label() + " needs " + client.title() + " " + row.since() + " or newer ("
                    + row.source() + ")");
        }
        if (codec.isDefaultLevel()) {
            return Optional.empty();
        }
        Optional<Levels> levels = row.levels();
        if (levels.isEmpty()) {
            return Optional.of(row.codec().label() + " has no levels in " + client.title());
        }
        if (!isIn(version, levels.get().since())) {
            return Optional.of(before(client, levels.get()) + " " + client.levelSetting(codec.type()) + " ("
                    + levels.get().source() + ")");
        }
        return levels.get().contain(codec.level())
                ? Optional.empty()
                : Optional.of(row.codec().label() + " levels in " + client.title() + " are "
                        + levels.get().min() + " to " + levels.get().max() + fastLevels(client, codec));
    }

    private static String fastLevels(ClientProfile client, Codec codec) {
        return client == ClientProfile.LIBRDKAFKA
                        && codec.type() == CodecType.LZ4
                        && codec.level() < FIRST_SLOW_LZ4_LEVEL
                ? ": levels 1 and 2 are the same as its default"
                : "";
    }

    /** Whether the client supports levels of a codec. */
    static boolean takesLevels(ClientProfile client, Optional<VersionNumber> version, CodecType codec) {
        return codec(client, codec)
                .levels()
                .filter(levels -> isIn(version, levels.since()))
                .isPresent();
    }

    /** Why the newest version of a client does not support this codec or level; empty if it does. */
    public static Optional<String> refusalOfNewest(ClientProfile client, Codec codec) {
        return refusal(client, Optional.empty(), codec);
    }

    /** Such as "Java clients before 3.8 ignore". */
    public static String before(ClientProfile client, Levels levels) {
        return client.title() + " before " + levels.since()
                + (levels.before() == UnknownLevel.IGNORED ? " ignore" : " fail with");
    }

    private static boolean isIn(Optional<VersionNumber> version, VersionNumber since) {
        return version.map(known -> !known.isBefore(since)).orElse(true);
    }
}
