package dev.squeeze.engine.predict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.Codec;
import java.util.List;
import org.junit.jupiter.api.Test;

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
        // Halfway in the logarithms, 4 KiB between 1 KiB and 16 KiB, stands the geometric mean.
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

    @Test
    void aCurveNeedsAPoint() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new CompressionCurve(ZSTD, List.of()))
                .withMessageContaining("zstd:3");
    }
}
