package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.squeeze.kit.format.Codec;
import org.junit.jupiter.api.Test;

class ClientCompressionTest {
    @Test
    void javaAndUncompressedBatchesAreAsTheyAre() {
        assertThat(ClientCompression.factor(ClientProfile.JAVA, Codec.parse("zstd"), 10_000))
                .isEqualTo(1);
        assertThat(ClientCompression.factor(ClientProfile.SARAMA, Codec.NONE, 10_000))
                .isEqualTo(1);
        assertThat(ClientCompression.spread(ClientProfile.JAVA, Codec.parse("zstd")))
                .isZero();
    }

    @Test
    void largeBatchesOfSnappyAreSmallerWithoutJavasBlocks() {
        Codec snappy = Codec.parse("snappy");

        assertThat(ClientCompression.factor(ClientProfile.LIBRDKAFKA, snappy, 1 << 20))
                .isLessThan(0.99);
        assertThat(ClientCompression.factor(ClientProfile.LIBRDKAFKA, snappy, 512))
                .as("beyond what was measured, the nearest")
                .isEqualTo(ClientCompression.factor(ClientProfile.LIBRDKAFKA, snappy, 4 << 10));
    }
}
