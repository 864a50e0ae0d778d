package dev.squeeze.feature.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** The sentence below the verdict makes no claims about figures that were not compared. */
class BaselineSectionTest {
    @Test
    void withoutAnArmInCommonNothingIsSaidToBeUnchanged() {
        assertThat(summary()).isEqualTo("Since monday (2026-11-23): no figure of this run can be compared.");
    }

    @Test
    void withoutIntervalsNothingIsSaidToBeUnchanged() {
        assertThat(summary(ratio(OptionalDouble.empty(), OptionalDouble.empty())))
                .isEqualTo(
                        "Since monday (2026-11-23): a single round gives no intervals, so changes cannot be judged.");
    }

    @Test
    void whatRepeatingShowsIsNoChange() {
        assertThat(summary(
                        ratio(OptionalDouble.of(-0.1), OptionalDouble.of(0.2)),
                        ratio(OptionalDouble.empty(), OptionalDouble.empty())))
                .isEqualTo("Since monday (2026-11-23): no change beyond run-to-run variation.");
    }

    @Test
    void whatIsBetterIsNamedWithItsChange() {
        assertThat(summary(ratio(OptionalDouble.of(0.03), OptionalDouble.of(0.07))))
                .startsWith("Since monday (2026-11-23): nothing is worse; better: ")
                .endsWith(" of zstd:3 +5.0 %.");
    }

    private static BaselineInfo.ChangeInfo ratio(OptionalDouble low, OptionalDouble high) {
        return new BaselineInfo.ChangeInfo("zstd:3", "ratio", 4, 4.2, 0.05, low, high);
    }

    private static String summary(BaselineInfo.ChangeInfo... changes) {
        return new BaselineSection(
                        new BaselineInfo(
                                "monday",
                                Instant.parse("2026-11-23T08:00:00Z"),
                                List.of(),
                                List.of("zstd:3 is new"),
                                List.of(changes)),
                        0.02)
                .summary();
    }
}
