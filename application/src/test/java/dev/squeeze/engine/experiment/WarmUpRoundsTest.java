package dev.squeeze.engine.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Rounds whose throughput shows that the JVMs were still compiling. */
class WarmUpRoundsTest {
    @Test
    void roundsThatAreFollowedByMuchFasterOnesAreWarmUp() {
        assertThat(leading(130_000, 330_000, 650_000, 660_000)).isEqualTo(2);
        assertThat(leading(500_000, 620_000, 610_000)).isEqualTo(1);
    }

    @Test
    void steadyOrFallingRoundsAreNot() {
        assertThat(leading(500_000, 560_000, 540_000)).isZero();
        assertThat(leading(600_000, 300_000, 590_000)).isZero();
        assertThat(leading()).isZero();
        assertThat(leading(1)).isZero();
    }

    @Test
    void theLastRoundStaysAndIsKnownToRise() {
        assertThat(leading(130_000, 330_000, 650_000)).isEqualTo(2);
        assertThat(WarmUpRounds.stillRising(new double[] {130_000, 330_000, 650_000}))
                .isTrue();
        assertThat(WarmUpRounds.stillRising(new double[] {130_000, 330_000, 340_000}))
                .isFalse();
    }

    @Test
    void allArmsCountAlikeSoThatOneNoisyArmDecidesNothing() {
        List<List<Double>> noisy =
                List.of(List.of(100.0, 130.0), List.of(1_000.0, 990.0), List.of(10.0, 9.8), List.of(50.0, 51.0));

        assertThat(WarmUpRounds.stillRising(noisy)).isFalse();
        assertThat(WarmUpRounds.stillRising(List.<List<Double>>of())).isFalse();
    }

    private static int leading(double... rates) {
        return WarmUpRounds.leading(rates);
    }
}
