package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class CopyTimelineTest {
    private static CopyTimeline.Turn turn(int second, OptionalLong brokerCpuNanos) {
        long from = second * 1_000_000_000L;
        return new CopyTimeline.Turn(
                from, from + 500_000_000, 10, 1_000, 100, 7, 250_000_000, brokerCpuNanos, 500_000_000);
    }

    @Test
    void fewTurnsAreKeptAsTheyWere() {
        CopyTimeline timeline = new CopyTimeline();
        timeline.add(turn(10, OptionalLong.of(1_000_000_000)));
        timeline.add(turn(12, OptionalLong.of(1_000_000_000)));

        assertThat(timeline.points(10_000_000_000L))
                .containsExactly(
                        new CopyPoint(0, 0.5, 10, 1_000, 100, 0.25, Optional.of(1.0)),
                        new CopyPoint(2, 2.5, 10, 1_000, 100, 0.25, Optional.of(1.0)));
    }

    @Test
    void aCopyThatGoesOnForMonthsTakesNoMoreMemoryAndLosesNoByte() {
        CopyTimeline timeline = new CopyTimeline();
        int turns = 1_000_000;
        for (int i = 0; i < turns; i++) {
            timeline.add(turn(i, OptionalLong.of(1)));
        }

        List<CopyPoint> points = timeline.points(0);

        assertThat(timeline.turns()).hasSizeLessThanOrEqualTo(2_000);
        assertThat(points).hasSizeBetween(200, 600);
        assertThat(points.stream().mapToLong(CopyPoint::sourceBytes).sum()).isEqualTo(1_000L * turns);
        assertThat(points.stream().mapToLong(CopyPoint::writtenBytes).sum()).isEqualTo(100L * turns);
        for (int i = 1; i < points.size(); i++) {
            assertThat(points.get(i).fromSeconds())
                    .isGreaterThan(points.get(i - 1).toSeconds());
        }
    }

    @Test
    void brokersThatWereNotVisibleForAWhileMakeTheWholeStretchUnknown() {
        CopyTimeline timeline = new CopyTimeline();
        for (int i = 0; i < 2_001; i++) {
            timeline.add(turn(i, i == 0 ? OptionalLong.empty() : OptionalLong.of(1)));
        }

        List<CopyPoint> points = timeline.points(0);

        assertThat(points.get(0).brokerCpuSeconds()).isEmpty();
        assertThat(points.get(1).brokerCpuSeconds()).isPresent();
    }
}
