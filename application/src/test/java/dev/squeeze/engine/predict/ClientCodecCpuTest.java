package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.Codec;
import org.junit.jupiter.api.Test;

class ClientCodecCpuTest {
    private static double factor(ClientProfile client, String codec, double recordBytes) {
        return ClientCodecCpu.factor(client, Codec.parse(codec), recordBytes);
    }

    @Test
    void smallBatchesTakeMoreOfOtherClientsThanLargeOnes() {
        assertThat(factor(ClientProfile.LIBRDKAFKA, "zstd:12", 1_024)).isGreaterThan(500);
        assertThat(factor(ClientProfile.LIBRDKAFKA, "zstd:12", 262_144)).isLessThan(5);
        assertThat(factor(ClientProfile.LIBRDKAFKA, "zstd:3", 1_024)).isEqualTo(3.4);
        assertThat(factor(ClientProfile.LIBRDKAFKA, "zstd:3", 262_144)).isEqualTo(1.1);
        assertThat(factor(ClientProfile.SARAMA, "lz4", 256)).isEqualTo(2.7);
        assertThat(factor(ClientProfile.SARAMA, "lz4", 16_384)).isCloseTo(2.0, within(1e-9));
    }

    @Test
    void betweenSizesItIsInterpolatedAndBeyondThemTheNearestIsTaken() {
        double between = factor(ClientProfile.LIBRDKAFKA, "zstd:3", 2_048);
        assertThat(between).isCloseTo(Math.sqrt(3.4 * 2.2), within(1e-9));
        assertThat(factor(ClientProfile.LIBRDKAFKA, "zstd:3", 50)).isEqualTo(3.4);
        assertThat(factor(ClientProfile.LIBRDKAFKA, "zstd:3", 1 << 20)).isEqualTo(1.1);
    }

    @Test
    void whatWasMeasuredAtOneSizeHoldsForAll() {
        assertThat(factor(ClientProfile.LIBRDKAFKA, "gzip", 300)).isEqualTo(2.35);
        assertThat(factor(ClientProfile.LIBRDKAFKA, "gzip", 300_000)).isEqualTo(2.35);
        assertThat(factor(ClientProfile.JAVA, "zstd:12", 300)).isEqualTo(1);
    }

    @Test
    void onlyTheHighLevelsOfLibrdkafkasZstdAreOutOfProportion() {
        assertThat(ClientCodecCpu.outOfProportion(ClientProfile.LIBRDKAFKA, Codec.parse("zstd:10")))
                .isPresent();
        assertThat(ClientCodecCpu.outOfProportion(ClientProfile.LIBRDKAFKA, Codec.parse("zstd:9")))
                .isEmpty();
        assertThat(ClientCodecCpu.outOfProportion(ClientProfile.LIBRDKAFKA, Codec.parse("lz4:12")))
                .isEmpty();
        assertThat(ClientCodecCpu.outOfProportion(ClientProfile.SARAMA, Codec.parse("zstd:12")))
                .isEmpty();
    }
}
