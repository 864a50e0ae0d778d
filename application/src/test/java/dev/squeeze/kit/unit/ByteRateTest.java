package dev.squeeze.kit.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ByteRateTest {
    @ParameterizedTest
    @CsvSource({"10MiB/s, 10485760", "10 MiB / s, 10485760", "1MB/sec, 1000000", "65536, 65536", "64KiB, 65536"})
    void readsBytesWithAndWithoutTheSecond(String text, long bytesPerSecond) {
        assertThat(ByteRate.parse(text).bytesPerSecond()).isEqualTo(bytesPerSecond);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0MiB/s", "fast", "", "/s", "-1MiB/s", "10MiB/min"})
    void refusesWhatIsNoRate(String text) {
        assertThatThrownBy(() -> ByteRate.parse(text)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void printsItselfAsItIsRead() {
        assertThat(new ByteRate(10 << 20)).hasToString("10 MiB/s");
    }
}
