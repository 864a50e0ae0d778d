package dev.squeeze.kit.unit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rates, durations and ratios as text. */
class QuantityTextTest {
    @ParameterizedTest
    @CsvSource({
        "5000, 5000",
        "5000/s, 5000",
        "0.5, 0.5",
        "5000 records/s, 5000",
        "5000 per second, 5000",
        "12.5 msgs/sec, 12.5",
        "7 Messages, 7"
    })
    void aNumberAloneMeansRecordsASecond(String text, double recordsPerSecond) {
        assertThat(ArrivalRate.parse(text)).isEqualTo(new ArrivalRate.RecordsPerSecond(recordsPerSecond));
    }

    @ParameterizedTest
    @CsvSource({"10MiB/s, 10485760", "20MB/s, 20000000", "1.5 KiB per s, 1536", "64KiB, 65536", "300 B/s, 300"})
    void aUnitOfBytesMeansBytesASecond(String text, double bytesPerSecond) {
        assertThat(ArrivalRate.parse(text)).isEqualTo(new ArrivalRate.BytesPerSecond(bytesPerSecond));
    }

    @ParameterizedTest
    @CsvSource({"10m, 10MiB/s", "5k, 5KiB/s", "1.5K/s, 1.5KiB/s"})
    void whatMayBeRecordsOrBytesIsRefused(String text, String bytes) {
        assertThatThrownBy(() -> ArrivalRate.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "' may be records or bytes: write " + bytes);
    }

    @ParameterizedTest
    @CsvSource({
        "20MB/s, 20000000 B/s",
        "20MiB/s, 20 MiB/s",
        "5000, '5,000 records/s'",
        "12345.6, 12345.6 records/s",
        "1.234MiB/s, 1293942.784 B/s"
    })
    void documentsKeepARateExactly(String text, String written) {
        ArrivalRate rate = ArrivalRate.parse(text);

        assertThat(ArrivalRate.parseExact(rate.exactly())).isEqualTo(rate);
        assertThat(rate.exactly()).isEqualTo(written);
    }

    @Test
    void bytesASecondBecomeRecordsByTheirMeanSize() {
        assertThat(new ArrivalRate.BytesPerSecond(10_000).recordsPerSecond(250)).isEqualTo(40);
        assertThat(new ArrivalRate.RecordsPerSecond(7).recordsPerSecond(250)).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "fast", "-5", "5/min", "5000//s", "1e3", "/s", "5 Mbit/s"})
    void whatIsNotARateIsNamed(String text) {
        assertThatThrownBy(() -> ArrivalRate.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "0.0 MiB/s"})
    void noRateIsOutOfRange(String text) {
        assertThatThrownBy(() -> ArrivalRate.parse(text)).hasMessage("a rate must be above 0, got " + text);
    }

    @Test
    void aRateBeyondAllNumbersIsRefused() {
        assertThatThrownBy(() -> ArrivalRate.parse("9".repeat(400))).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ArrivalRate.parse("9".repeat(305) + "TiB/s"))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ArrivalRate.RecordsPerSecond(Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new ArrivalRate.BytesPerSecond(-1)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({"5000, '5,000 records/s'", "12.5, 12.5 records/s", "0.25, 0.250 records/s", "2MiB/s, 2 MiB/s"})
    void aRateIsPrintedWithItsUnit(String text, String printed) {
        assertThat(ArrivalRate.parse(text)).hasToString(printed);
    }

    @ParameterizedTest
    @CsvSource({
        "5ms, PT0.005S",
        "0.25ms, PT0.00025S",
        "60s, PT1M",
        "5m, PT5M",
        "5 min, PT5M",
        "12H, PT12H",
        "7d, PT168H",
        "2w, PT336H",
        "1.5h, PT1H30M",
        "0s, PT0S",
        "100000d, PT2400000H"
    })
    void readsDurationsAsPeopleWriteThem(String text, Duration duration) {
        assertThat(DurationText.parse(text)).isEqualTo(duration);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "5 years", "-5s", "s", "5s5", "1e3s", "PT5M", "5,5s"})
    void whatIsNotADurationIsNamed(String text) {
        assertThatThrownBy(() -> DurationText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'")
                .hasMessageContaining("60s");
    }

    @Test
    void aNumberWithoutAUnitIsAnsweredWithTheUnits() {
        assertThatThrownBy(() -> DurationText.parse("5"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'5' has no unit (write 5s, 5ms, 5m or 5h)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"400000d", "99999999999999999999999w", "100000w"})
    void aDurationThatCannotBeHeldIsRefusedAndNotCutShort(String text) {
        assertThatThrownBy(() -> DurationText.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @CsvSource({
        "PT168H, 7 d",
        "PT90S, 90 s",
        "PT2M, 2 min",
        "PT36H, 36 h",
        "PT0.02S, 20 ms",
        "PT1.5S, 1500 ms",
        "PT0.0025S, 2.50 ms",
        "PT61.0005S, 61.0 s",
        "PT0S, 0.00 ms"
    })
    void printsDurationsInTheLargestUnitThatStaysWhole(Duration duration, String text) {
        assertThat(DurationText.format(duration)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"4.62, 4.62x", "0.98, 0.98x", "19.5, 19.50x", "20, 20.0x", "99.94, 99.9x", "1234.4, 1234x"})
    void printsRatiosWithAnX(double value, String text) {
        assertThat(new Ratio(value)).hasToString(text);
    }

    @Test
    void aRatioIsTheInverseOfKafkasCompressionRate() {
        assertThat(new Ratio(4).compressedFraction()).isCloseTo(0.25, within(1e-15));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, -1, Double.NaN, Double.POSITIVE_INFINITY})
    void aRatioIsPositiveAndFinite(double value) {
        assertThatThrownBy(() -> new Ratio(value))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(Double.toString(value));
    }
}
