package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.engine.measure.ClientQuotient;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CompressionCurveTest {
    private static final Codec ZSTD = Codec.parse("zstd:3");
    private final CompressionCurve curve = new CompressionCurve(
            ZSTD,
            List.of(
                    HandMade.point(ZSTD, 65_536, 6, 300, 900),
                    HandMade.point(ZSTD, 1_024, 2, 100, 400),
                    HandMade.point(ZSTD, 16_384, 4, 200, 800)));

    @Test
    void measuredPointsAreGivenBackExactlyWhateverTheirOrder() {
        assertThat(curve.ratio(1_024)).isCloseTo(2, within(1e-12));
        assertThat(curve.ratio(16_384)).isCloseTo(4, within(1e-12));
        assertThat(curve.ratio(65_536)).isCloseTo(6, within(1e-12));
        assertThat(curve.compressNanosPerByte(16_384)).isCloseTo(1e9 / (200 * 1_048_576.0), within(1e-12));
        assertThat(curve.decompressNanosPerByte(65_536)).isCloseTo(1e9 / (900 * 1_048_576.0), within(1e-12));
    }

    @Test
    void betweenTwoPointsTheRatioFollowsAPowerOfTheBatchSize() {
        // Halfway on a logarithmic scale, at 4 KiB between 1 KiB and 16 KiB, the value is the geometric mean.
        assertThat(curve.ratio(4_096)).isCloseTo(Math.sqrt(2 * 4), within(1e-12));
        assertThat(curve.ratio(32_768)).isCloseTo(Math.sqrt(4 * 6), within(1e-12));
    }

    @Test
    void ratiosRiseAndCostsFallSteadilyBetweenPointsThatDo() {
        double ratioBefore = 0;
        double costBefore = Double.MAX_VALUE;
        for (double bytes = 1_024; bytes <= 65_536; bytes *= 1.07) {
            assertThat(curve.ratio(bytes)).isGreaterThan(ratioBefore);
            assertThat(curve.compressNanosPerByte(bytes)).isLessThan(costBefore);
            ratioBefore = curve.ratio(bytes);
            costBefore = curve.compressNanosPerByte(bytes);
        }
    }

    @Test
    void outsideTheMeasuredSizesTheNearestOneHolds() {
        assertThat(curve.ratio(10)).isEqualTo(curve.ratio(1_024));
        assertThat(curve.ratio(1e9)).isCloseTo(6, within(1e-12));
    }

    /**
     * Settings are ranked by it: with one producer on one partition, nothing else is known about how its batches
     * compress.
     */
    @ParameterizedTest
    @CsvSource({"FRANZ_GO, 7", "FRANZ_GO, 3", "SARAMA, 7", "LIBRDKAFKA, 3", "JAVA, 7"})
    void coarseForecastsAreOfTheClientsCodec(ClientProfile profile, int level) {
        Codec codec = Codec.parse("zstd:" + level);
        Client client = Client.of(profile);
        CompressionCurve known = CompressionCurve.byCodec(measured(ZSTD, Codec.parse("zstd:7"), List.of()))
                .get(codec);
        byte[] value = new byte[192];
        Forecaster forecaster = new Forecaster(
                List.of(new BatchRecord(null, value, BatchRecord.NO_HEADERS, 0)),
                Workload.of(10_000, 200, false, 1).withClient(client),
                Optional.empty(),
                Surroundings.applications(Optional.empty()),
                1);

        Forecast coarse = forecaster.coarse(new ProducerSettings(codec, 1 << 20, 50), known);

        double bytes = coarse.recordBytesPerBatch();
        double compressed = known.fraction(bytes, 0.5)
                * ClientCompression.published(profile, codec).factor(bytes)
                * bytes;
        assertThat(coarse.ratio()).isCloseTo((bytes + 61) / (compressed + 61), within(0.01 * coarse.ratio()));
    }

    @Test
    void theCurveOfTheDefaultLevelKnowsTheClientsCodecToo() {
        Codec high = Codec.parse("zstd:7");
        ClientQuotient quotient = new ClientQuotient(ZSTD, 16_384, ConfidenceInterval.exact(1.25, 10));
        CompressionCurve known = CompressionCurve.byCodec(measured(ZSTD, high, List.of(quotient)))
                .get(high);

        assertThat(known.ofDefaultLevel().codec()).isEqualTo(ZSTD);
        assertThat(known.ofDefaultLevel().ofClient(ClientProfile.FRANZ_GO).factor(16_384))
                .isEqualTo(known.ofClient(ClientProfile.FRANZ_GO).factor(16_384))
                .isEqualTo(1.25);
    }

    private static SweepResult measured(Codec standard, Codec high, List<ClientQuotient> quotients) {
        return new SweepResult(
                List.of(
                        HandMade.point(standard, 1_024, 2, 100, 400),
                        HandMade.point(standard, 262_144, 6, 300, 900),
                        HandMade.point(high, 1_024, 2.2, 50, 400),
                        HandMade.point(high, 262_144, 7, 60, 900)),
                List.of(),
                Optional.empty(),
                1,
                false,
                List.of(),
                quotients);
    }

    @Test
    void aCurveNeedsAPoint() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CompressionCurve(ZSTD, List.of()))
                .withMessageContaining("zstd:3");
    }
}
