package dev.squeeze.engine.measure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.BundledSample;
import dev.squeeze.kit.source.ReadOptions;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuickSweepTest {
    private static final List<Codec> SETTINGS = List.of(Codec.NONE, Codec.parse("lz4"), Codec.parse("zstd:1"));

    private static Sample sample() {
        return Sampler.draw(
                new BundledSample("access-log", ReadOptions.DEFAULT),
                new SamplingPlan(List.of(1 << 12, 1 << 16), 4 << 20, 1024, 3, 1),
                (read, total) -> {});
    }

    private static List<CodecMeasurement> measured(long bytesPerCell) {
        try (QuickSweep sweep = new QuickSweep(bytesPerCell)) {
            return sweep.run(sample(), SETTINGS, SweepListener.SILENT).measurements();
        }
    }

    @Test
    void everySettingHasARatioAndSpeedsAtEveryBatchSize() {
        List<CodecMeasurement> all = measured(1 << 18);

        assertThat(all.size()).isEqualTo(6);
        all.forEach(measurement -> {
            assertThat(measurement.ratio()).isPresent();
            PathFigures speeds = measurement.kafka().orElseThrow();
            for (DirectionFigures direction : List.of(speeds.compress(), speeds.decompress())) {
                assertThat(direction.mebibytesPerSecond().estimate()).isPositive();
                assertThat(direction.mebibytesPerSecond().relativeHalfWidth())
                        .isCloseTo(RoughSpeeds.SPEED_HALF_WIDTH, within(1e-9));
            }
        });
        assertThat(all.get(0).codec()).isEqualTo(Codec.NONE);
        assertThat(all.get(0).ratio().orElseThrow().estimate()).isEqualTo(1);
    }

    @Test
    void theIntervalsOfAFewBatchesHoldTheRatiosOfAll() {
        List<CodecMeasurement> some = measured(1 << 18);
        List<CodecMeasurement> all = measured(1 << 30);

        for (int i = 0; i < all.size(); i++) {
            assertThat(some.get(i).codec()).isEqualTo(all.get(i).codec());
            assertThat(all.get(i).ratio().orElseThrow().exact()).isTrue();
            double truth = all.get(i).ratio().orElseThrow().estimate();
            assertThat(some.get(i).ratio().orElseThrow().covers(truth))
                    .as("%s: %s, %s", all.get(i).codec(), some.get(i).ratio(), truth)
                    .isTrue();
        }
    }

    @Test
    void aSweepThatIsStoppedLeavesSettingsOut() {
        try (QuickSweep sweep = new QuickSweep(1 << 18)) {
            SweepResult stopped = sweep.run(sample(), SETTINGS, new SweepListener() {
                @Override
                public void progress(String phase, double fraction) {}

                @Override
                public boolean stopRequested() {
                    return true;
                }
            });

            assertThat(stopped.interrupted()).isTrue();
            assertThat(stopped.measurements()).isEmpty();
        }
    }
}
