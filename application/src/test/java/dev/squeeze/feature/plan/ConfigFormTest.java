package dev.squeeze.feature.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.engine.predict.ProducerSettings;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ConfigFormTest {
    private static final ProducerSettings TODAY = ProducerSettings.KAFKA_DEFAULTS;
    private static final ProducerSettings CODEC = PlanFixtures.settings("zstd:3", 16_384, 5);
    private static final ProducerSettings BATCHES = PlanFixtures.settings("zstd:6", 65_536, 20);

    /** A linger.ms of 100 that is already set is kept, and so is another library's own limit on batches. */
    @ParameterizedTest
    @EnumSource
    void aChangeOfTheCodecAloneWritesNothingAboutBatches(ConfigForm form) {
        assertThat(String.join("\n", form.lines(TODAY, CODEC)).toLowerCase(Locale.ROOT))
                .contains("zstd")
                .doesNotContain(
                        "16384", "linger", "batch.size", "batch-size", "maxbytes", "maxmessagebytes", "frequency");
    }

    /** franz-go and sarama fail records that are larger than the configured batch size. */
    @ParameterizedTest
    @EnumSource(names = {"LIBRDKAFKA", "FRANZ_GO", "SARAMA"})
    void clientsThatBoundUncompressedBatchesKeepTheirBound(ConfigForm form) {
        List<String> lines = form.lines(TODAY, BATCHES);

        assertThat(lines).noneMatch(line -> line.contains("65536")).anyMatch(line -> line.contains("leave"));
        assertThat(lines).anyMatch(line -> line.contains("20"));
    }

    /** sarama refuses zstd if its protocol version is set to one before 2.1. */
    @Test
    void saramaNeedsAProtocolThatHasZstd() {
        assertThat(ConfigForm.SARAMA.lines(TODAY, CODEC))
                .anyMatch(line -> line.contains("config.Version") && line.contains("V2_1_0_0"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "JAVA | compression.type=zstd;compression.zstd.level=6;batch.size=65536;linger.ms=20",
                "SPRING_BOOT | spring.kafka.producer.compression-type=zstd;"
                        + "spring.kafka.producer.properties.compression.zstd.level=6;spring.kafka.producer.batch-size=65536;"
                        + "spring.kafka.producer.properties.linger.ms=20",
                "STREAMS |"
                        + " producer.compression.type=zstd;producer.compression.zstd.level=6;producer.batch.size=65536;#"
                        + " linger.ms: leave it unset, Kafka Streams already waits 100 ms.",
                "FLINK | .setProperty(\"compression.type\", \"zstd\");.setProperty(\"compression.zstd.level\", \"6\");"
                        + ".setProperty(\"batch.size\", \"65536\");.setProperty(\"linger.ms\", \"20\")",
            })
    void otherBatchesAreWrittenWithAllThatChanges(ConfigForm form, String lines) {
        assertThat(form.lines(TODAY, BATCHES)).containsExactly(lines.split(";"));
    }

    @Test
    void aConnectorOverridesItsProducerAndTheWorkerHasToAllowIt() {
        assertThat(ConfigForm.CONNECT.lines(TODAY, CODEC))
                .containsExactly(
                        "# Workers before Kafka 3.0 refuse these without connector.client.config.override.policy=All.",
                        "producer.override.compression.type=zstd");
    }

    /**
     * One level applies to all codecs, and a log does not show which is set: a level for gzip would be used for zstd.
     */
    @ParameterizedTest
    @CsvSource({
        "LIBRDKAFKA, compression.level=-1",
        "SARAMA, config.Producer.CompressionLevel = sarama.CompressionLevelDefault"
    })
    void aLevelOfAnotherCodecIsSetToTheDefault(ConfigForm form, String line) {
        ProducerSettings gzip = PlanFixtures.settings("gzip", 16_384, 5);

        assertThat(form.lines(gzip, CODEC)).contains(line);
        assertThat(form.lines(TODAY, CODEC, true)).contains(line);
        assertThat(form.lines(gzip, BATCHES))
                .doesNotContain(line)
                .anyMatch(other -> other.matches("(?i).*level ?= ?6"));
        assertThat(form.lines(gzip, PlanFixtures.settings("snappy", 16_384, 5))).doesNotContain(line);
        assertThat(form.lines(gzip, PlanFixtures.settings("gzip", 16_384, 20)))
                .as("what does not change is not written")
                .doesNotContain(line);
    }

    /** Without a line of its own, the level that the change set would stay. */
    @Test
    void goingBackToTheDefaultLevelNamesIt() {
        ProducerSettings higher = PlanFixtures.settings("zstd:6", 16_384, 5);

        assertThat(ConfigForm.JAVA.lines(higher, CODEC))
                .containsExactly("compression.type=zstd", "compression.zstd.level=3");
    }
}
