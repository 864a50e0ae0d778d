package dev.squeeze.feature.copy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class CopyTimelineTest {
    private static CopyTimeline.Round round(int second, long brokerCpuNanos) {
        long from = second * 1_000_000_000L;
        return new CopyTimeline.Round(
                from, from + 500_000_000, 10, 1_000, 100, 7, 250_000_000, brokerCpuNanos, 500_000_000);
    }

    @Test
    void fewRoundsAreKeptAsTheyWere() {
        CopyTimeline timeline = new CopyTimeline();
        timeline.add(round(10, 1_000_000_000));
        timeline.add(round(12, 1_000_000_000));

        assertThat(timeline.points(10_000_000_000L))
                .containsExactly(
                        new CopyPoint(0, 0.5, 10, 1_000, 100, 0.25, Optional.of(1.0)),
                        new CopyPoint(2, 2.5, 10, 1_000, 100, 0.25, Optional.of(1.0)));
    }

    @Test
    void aCopyThatGoesOnForMonthsTakesNoMoreMemoryAndLosesNoByte() {
        CopyTimeline timeline = new CopyTimeline();
        int rounds = 1_000_000;
        for (int i = 0; i < rounds; i++) {
            timeline.add(round(i, 1));
        }

        List<CopyPoint> points = timeline.points(0);

        assertThat(timeline.rounds()).hasSizeLessThanOrEqualTo(2_000);
        assertThat(points).hasSizeBetween(200, 600);
        assertThat(points.stream().mapToLong(CopyPoint::sourceBytes).sum()).isEqualTo(1_000L * rounds);
        assertThat(points.stream().mapToLong(CopyPoint::writtenBytes).sum()).isEqualTo(100L * rounds);
        for (int i = 1; i < points.size(); i++) {
            assertThat(points.get(i).fromSeconds())
                    .isGreaterThan(points.get(i - 1).toSeconds());
        }
    }

    @Test
    void brokersThatWereNotVisibleForAWhileMakeTheWholeStretchUnknown() {
        CopyTimeline timeline = new CopyTimeline();
        for (int i = 0; i < 2_001; i++) {
            timeline.add(round(i, i == 0 ? -1 : 1));
        }

        List<CopyPoint> points = timeline.points(0);

        assertThat(points.get(0).brokerCpuSeconds()).isEmpty();
        assertThat(points.get(1).brokerCpuSeconds()).isPresent();
    }
}
