package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a client supports depends on its version. */
class ClientTest {
    @ParameterizedTest
    @CsvSource({
        "java, none, 16384, 5",
        "java:4.0, none, 16384, 5",
        "java:3.9.1, none, 16384, 0",
        "librdkafka, none, 1000000, 5",
        "librdkafka:1.4, none, 1000000, 0",
        "franz-go, snappy, 1000012, 10",
        "franz-go:1.19.5, snappy, 1000012, 0",
        "sarama:1.43, none, 1000000, 0",
        "sarama:1.43.1, none, 1048576, 0",
    })
    void defaultsAreThoseOfTheVersion(String client, String codec, int batchSizeBytes, int lingerMillis) {
        assertThat(Client.parse(client).defaults())
                .isEqualTo(new ProducerSettings(Codec.parse(codec), batchSizeBytes, lingerMillis));
    }

    @ParameterizedTest
    @CsvSource({
        "java:3.7, zstd:6, Java clients before 3.8 ignore compression.zstd.level (KIP-390)",
        "java:2.0, zstd, zstd needs Java clients 2.1 or newer (KIP-110)",
        "librdkafka, zstd:13, zstd levels in librdkafka are 1 to 12",
        "librdkafka, zstd:-5, zstd levels in librdkafka are 1 to 12",
        "librdkafka, lz4:1, 'lz4 levels in librdkafka are 3 to 12: levels 1 and 2 are the same as its default'",
        "librdkafka, lz4:13, lz4 levels in librdkafka are 3 to 12",
        "sarama, lz4:3, lz4 has no levels in sarama",
        "sarama:1.30, zstd:9, 'sarama before 1.30.1 ignore Producer.CompressionLevel (sarama''s CHANGELOG, 1.30.1)'",
    })
    void whatItCannotDoIsSaidWithTheReason(String client, String codec, String reason) {
        assertThat(Client.parse(client).refusal(Codec.parse(codec))).contains(reason);
    }

    @ParameterizedTest
    @CsvSource({
        "java:3.7, zstd",
        "java:3.8, zstd:6",
        "java, zstd:-5",
        "java:0.11, snappy",
        "librdkafka:1.0, zstd:12",
        "librdkafka, lz4:3",
        "franz-go:1.20, zstd:6",
        "sarama:1.30.1, zstd:9",
        "sarama, lz4",
    })
    void whatItCanDoIsNotRefused(String client, String codec) {
        assertThat(Client.parse(client).refusal(Codec.parse(codec))).isEmpty();
    }

    @Test
    void settingsAreWrittenAsEachClientTakesThem() {
        assertThat(lines("java", "zstd:6", 65_536, true)).contains("compression.zstd.level=6", "linger.ms=20");
        assertThat(lines("librdkafka", "zstd:6", 65_536, true))
                .containsExactly("compression.type=zstd", "compression.level=6", "batch.size=65536", "linger.ms=20");
        assertThat(lines("franz-go", "zstd:6", 65_536, false))
                .containsExactly(
                        "kgo.ProducerBatchCompression(kgo.ZstdCompression().WithLevel(int(zstd.EncoderLevelFromZstd(6))))",
                        "kgo.ProducerBatchMaxBytes(65536)",
                        "kgo.ProducerLinger(20*time.Millisecond)");
        assertThat(lines("sarama", "zstd:6", 65_536, true))
                .contains(
                        "config.Producer.Compression = sarama.CompressionZSTD", "config.Producer.CompressionLevel = 6");
    }

    /** Without a level both compress at level 5. */
    @Test
    void theDefaultLevelOfGzipIsWrittenForGosClients() {
        assertThat(lines("franz-go:1.22", "gzip", 65_536, true))
                .startsWith("kgo.ProducerBatchCompression(kgo.GzipCompression().WithLevel(6))")
                .noneMatch(Client::isComment);
        assertThat(lines("franz-go", "gzip", 65_536, true)).contains("// Before franz-go 1.21.4 leave the level out.");
        assertThat(lines("franz-go:1.20", "gzip", 65_536, true))
                .as("which panics with one")
                .startsWith("kgo.ProducerBatchCompression(kgo.GzipCompression())");
        assertThat(lines("sarama", "gzip", 65_536, true)).contains("config.Producer.CompressionLevel = 6");
        assertThat(lines("librdkafka", "gzip", 65_536, true)).noneMatch(line -> line.contains("level"));
    }

    /** sarama has one level for all codecs. */
    @Test
    void theLevelOfGzipDoesNotStayForAnotherCodec() {
        ProducerSettings gzip = new ProducerSettings(Codec.parse("gzip"), 65_536, 20);
        ProducerSettings zstd = new ProducerSettings(Codec.parse("zstd"), 65_536, 20);
        String standard = "config.Producer.CompressionLevel = sarama.CompressionLevelDefault";

        assertThat(Client.parse("sarama").lines(zstd, true, gzip, 0)).contains(standard);
        assertThat(Client.parse("sarama").lines(gzip, true, zstd, 0)).doesNotContain(standard);
        assertThat(Client.parse("sarama").lines(gzip, true, new ProducerSettings(Codec.parse("zstd:9"), 65_536, 20), 0))
                .contains("config.Producer.CompressionLevel = 6")
                .doesNotContain(standard);
    }

    @ParameterizedTest
    @CsvSource({
        "sarama:1.40.1, zstd, config.Version = sarama.V2_1_0_0 // or newer",
        "sarama:1.41, zstd, '// config.Version, if you set it: sarama.V2_1_0_0 or newer.'",
        "sarama, zstd:6, '// config.Version, if you set it: sarama.V2_1_0_0 or newer.'",
    })
    void zstdOfSaramaNeedsAProtocolVersionThatHasIt(String client, String codec, String line) {
        assertThat(lines(client, codec, 65_536, true).get(1)).isEqualTo(line);
        assertThat(lines(client, "lz4", 65_536, true)).noneMatch(other -> other.contains("config.Version"));
    }

    @Test
    void librdkafkaIsToldWhatElseBoundsItsBatches() {
        String sticky = "# sticky.partitioning.linger.ms: leave it unset; it then defaults to twice linger.ms.";
        assertThat(lines("librdkafka", "zstd", 65_536, false))
                .containsExactly("compression.type=zstd", "batch.size=65536", "linger.ms=20", sticky);
        assertThat(lines("librdkafka:1.5", "zstd", 65_536, false))
                .as("without the sticky partitioner")
                .doesNotContain(sticky);
        assertThat(lines("librdkafka", "zstd", 1_000_000, true)).noneMatch(Client::isComment);
        assertThat(lines("librdkafka", "zstd", 2_000_000, true))
                .containsSubsequence(
                        "batch.size=2000000",
                        "message.max.bytes=2000000",
                        "# message.max.bytes also limits batches, and its default is 1000000.");
        assertThat(lines("librdkafka:1.4", "zstd", 2_000_000, false))
                .as("batch.size came with 1.5")
                .containsExactly("compression.type=zstd", "linger.ms=20");
    }

    /** Records that are too large are rejected before sending. */
    @Test
    void librdkafkaIsToldWhatLargeRecordsNeed() {
        ProducerSettings settings = new ProducerSettings(Codec.parse("zstd"), 65_536, 20);

        assertThat(Client.parse("librdkafka").lines(settings, true, settings, 1_500_000))
                .containsSubsequence(
                        "message.max.bytes=3000000",
                        "# message.max.bytes limits records, and its default is 1000000. The largest record seen has"
                                + " 1500000 bytes.");
        assertThat(Client.parse("librdkafka:1.4").lines(settings, true, settings, 1_500_000))
                .contains("message.max.bytes=3000000");
        assertThat(Client.parse("librdkafka").lines(settings, true, settings, 999_900))
                .noneMatch(line -> line.contains("message.max.bytes"));
        assertThat(Client.parse("franz-go").lines(settings, true, settings, 1_500_000))
                .noneMatch(line -> line.contains("message.max.bytes"));
        ProducerSettings large = new ProducerSettings(Codec.parse("zstd"), 4_000_000, 20);
        assertThat(Client.parse("librdkafka").lines(large, true, settings, 1_500_000))
                .contains("message.max.bytes=4000000");
    }

    private static List<String> lines(String client, String codec, int batchSizeBytes, boolean keyed) {
        return Client.parse(client).lines(new ProducerSettings(Codec.parse(codec), batchSizeBytes, 20), keyed);
    }

    /** A row that requires a version names the source of that. */
    @Test
    void everyRequirementHasASource() {
        assertThat(ClientSupport.CODECS)
                .filteredOn(row -> !row.since().isFirst())
                .isNotEmpty()
                .noneMatch(row -> row.source().isBlank());
        assertThat(Stream.concat(
                        ClientSupport.CODECS.stream()
                                .flatMap(row -> row.levels().stream())
                                .map(ClientSupport.Levels::source),
                        ClientSupport.DEFAULTS.stream().map(ClientSupport.DefaultsRow::source)))
                .noneMatch(String::isBlank);
    }

    /** The default level is what omitting the level means, so it must be among the supported ones. */
    @ParameterizedTest
    @EnumSource(ClientProfile.class)
    void theNewestVersionHasEveryCodecAtItsDefaultLevel(ClientProfile client) {
        for (CodecType codec : CodecType.values()) {
            assertThat(Client.of(client).refusal(Codec.ofDefaultLevel(codec))).isEmpty();
        }
    }

    @Test
    void versionsThatKeepRecordsWithoutAKeyTogetherAreKnown() {
        assertThat(Stream.of("java", "java:2.4", "librdkafka", "librdkafka:1.6", "franz-go"))
                .allMatch(client -> Client.parse(client).isSticky());
        assertThat(List.of("java:2.3", "librdkafka:1.5.3", "sarama"))
                .noneMatch(client -> Client.parse(client).isSticky());
    }

    @ParameterizedTest
    @ValueSource(strings = {"java:", "java:new", "java:3.6-ccs", "kafkajs:2", "java:3.6:1"})
    void whatCannotBeReadIsRefused(String text) {
        assertThatThrownBy(() -> Client.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    /**
     * A platform's releases are numbered differently from Kafka's, so its number would be mistaken for that of a later
     * client.
     */
    @Test
    void aVersionOfConfluentPlatformIsExplained() {
        assertThatThrownBy(() -> Client.parse("java:7.6"))
                .hasMessageContaining("no kafka-clients 7.6")
                .hasMessageContaining("java:3.6");
        assertThat(Client.parse("java:3.6").label()).isEqualTo("java:3.6");
    }
}
