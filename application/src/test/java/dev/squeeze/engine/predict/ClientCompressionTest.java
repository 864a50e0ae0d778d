package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.measure.ClientQuotient;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ClientCompressionTest {
    @Test
    void javaAndUncompressedBatchesAreAsTheyAre() {
        ClientCompression java = ClientCompression.published(ClientProfile.JAVA, Codec.parse("zstd"));

        assertThat(java.factor(10_000)).isEqualTo(1);
        assertThat(java.relativeHalfWidth(10_000)).isZero();
        assertThat(ClientCompression.published(ClientProfile.SARAMA, Codec.NONE).factor(10_000))
                .isEqualTo(1);
    }

    @Test
    void largeBatchesOfSnappyAreSmallerWithoutJavasBlocks() {
        ClientCompression snappy = ClientCompression.published(ClientProfile.LIBRDKAFKA, Codec.parse("snappy"));

        assertThat(snappy.factor(1 << 20)).isLessThan(0.99);
        assertThat(snappy.factor(512))
                .as("beyond what was measured, the nearest")
                .isEqualTo(snappy.factor(4 << 10));
    }

    @Test
    void whatWasMeasuredOnTheRecordsCountsAndIsInterpolated() {
        ClientCompression lz4 = ClientCompression.measured(
                        List.of(
                                quotient("lz4", 4_000, 1.1, 0.02),
                                quotient("lz4", 1_000, 1.2, 0.03),
                                quotient("snappy", 1_000, 0.5, 0.01)),
                        Codec.parse("lz4"))
                .orElseThrow();

        assertThat(lz4.factor(100)).isEqualTo(1.2);
        assertThat(lz4.factor(1_000)).isEqualTo(1.2);
        assertThat(lz4.factor(2_000)).isCloseTo(1.15, within(1e-9));
        assertThat(lz4.factor(1 << 20)).isEqualTo(1.1);
        assertThat(lz4.relativeHalfWidth(900)).isCloseTo(0.03 / 1.2, within(1e-9));
    }

    @Test
    void aLevelThatWasNotMeasuredFollowsTheNearestBelow() {
        List<ClientQuotient> quotients = List.of(quotient("zstd:3", 1_000, 1.0, 0), quotient("zstd:6", 1_000, 1.05, 0));

        assertThat(factor(quotients, "zstd:5")).isEqualTo(1.0);
        assertThat(factor(quotients, "zstd:22")).isEqualTo(1.05);
        assertThat(factor(quotients, "zstd:-5")).as("below the lowest").isEqualTo(1.0);
        assertThat(ClientCompression.measured(quotients, Codec.parse("gzip"))).isEmpty();
    }

    /** The third of its four levels starts at 6, and produces larger batches than Java's level 6. */
    @ParameterizedTest
    @EnumSource(names = {"FRANZ_GO", "SARAMA"})
    void zstdOfGosClientsHasARowWhereItsLevelsBegin(ClientProfile client) {
        double three =
                ClientCompression.published(client, Codec.parse("zstd:3")).factor(16 << 10);
        double six = ClientCompression.published(client, Codec.parse("zstd:6")).factor(16 << 10);
        double nine = ClientCompression.published(client, Codec.parse("zstd:9")).factor(16 << 10);

        assertThat(six).isStrictlyBetween(three, nine);
        assertThat(ClientCompression.published(client, Codec.parse("zstd:5")).factor(16 << 10))
                .isEqualTo(three);
    }

    private static double factor(List<ClientQuotient> quotients, String codec) {
        return ClientCompression.measured(quotients, Codec.parse(codec))
                .orElseThrow()
                .factor(1_000);
    }

    private static ClientQuotient quotient(String codec, double recordBytes, double factor, double halfWidth) {
        return new ClientQuotient(Codec.parse(codec), recordBytes, ConfidenceInterval.around(factor, halfWidth, 20));
    }
}
