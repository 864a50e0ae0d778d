package dev.squeeze.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecGrid;
import java.time.Duration;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MeasurementPlanTest {
    private static final Duration MINUTE = Duration.ofMinutes(1);

    @Test
    void aPlanNeedsTimeWorkersAndATarget() {
        assertThatThrownBy(() -> plan(CodecGrid.all(), Duration.ZERO, 1, false, 0.01))
                .hasMessageContaining("PT0S");
        assertThatThrownBy(() -> plan(CodecGrid.all(), Duration.ofSeconds(-1), 1, false, 0.01))
                .hasMessageContaining("budget");
        assertThatThrownBy(() -> plan(CodecGrid.all(), MINUTE, 0, false, 0.01))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> plan(CodecGrid.all(), MINUTE, 1, false, 0))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> plan(CodecGrid.all(), MINUTE, 1, false, Double.NaN))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void onlyTheWholeGridWithinABudgetMayLeaveSettingsOut() {
        assertThat(plan(CodecGrid.all(), MINUTE, 1, false, 0.01).mayDrop()).isTrue();
        assertThat(plan(CodecGrid.all(), MINUTE, 1, true, 0.01).mayDrop()).isFalse();
        assertThat(plan(CodecGrid.parse("zstd:1-9"), MINUTE, 1, false, 0.01).mayDrop())
                .isFalse();
    }

    @Test
    void theWellKnownSettingsAreKafkasDefaultsAndTheCheapestZstd() {
        assertThat(MeasurementPlan.wellKnown())
                .extracting(Codec::toString)
                .containsExactlyInAnyOrder("none", "gzip:6", "snappy", "lz4", "zstd:3", "zstd:1");
    }

    private static MeasurementPlan plan(
            CodecGrid grid, Duration budget, int workers, boolean exhaustive, double target) {
        return new MeasurementPlan(grid, Set.of(), budget, 2, false, exhaustive, target, 1.25, 0.005, workers, 1);
    }
}
