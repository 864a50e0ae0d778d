package dev.squeeze.benchmarks;

import dev.squeeze.engine.measure.MeasurementPlan;
import dev.squeeze.engine.measure.Sweep;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.kit.format.CodecGrid;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.unit.ByteCount;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The measurement of {@code squeeze measure SOURCE} without options.
 *
 * @param drawn how much was drawn, by batch size; the batches themselves are not kept
 * @param sweep the measurements
 */
record DefaultMeasurement(Map<Integer, Drawn> drawn, SweepResult sweep) {
    /** Batches in the sample and in the source. */
    record Drawn(int batches, long populationBatches) {}

    /** The default of the command's {@code --sample}. */
    private static final long SAMPLE_BYTES = 64 * ByteCount.MIB;

    /** @param ratiosOnly whether to leave out the speeds; the ratios get the same time as with them */
    static DefaultMeasurement of(
            RecordSource source, List<Integer> batchBytes, Duration budget, long seed, boolean ratiosOnly) {
        int cores = Runtime.getRuntime().availableProcessors();
        SamplingPlan sampling =
                new SamplingPlan(batchBytes, SAMPLE_BYTES, SamplingPlan.DEFAULT_BATCHES_PER_SIZE, seed, cores);
        MeasurementPlan plan = MeasurementPlan.standard(CodecGrid.all(), budget, false, cores, seed);
        Sample sample = Sampler.draw(source, sampling, (read, total) -> {});
        Map<Integer, Drawn> drawn = new HashMap<>();
        sample.sizes()
                .forEach(size ->
                        drawn.put(size.nominalBytes(), new Drawn(size.batches().size(), size.populationBatches())));
        return new DefaultMeasurement(
                drawn, Sweep.run(sample, plan, ratiosOnly ? new StopBeforeSpeeds() : SweepListener.SILENT));
    }

    /** Ends the sweep when it begins to measure speeds; what was measured by then is returned. */
    private static final class StopBeforeSpeeds implements SweepListener {
        private volatile boolean stop;

        @Override
        public void progress(String phase, double fraction) {
            stop |= phase.startsWith("measuring speeds");
        }

        @Override
        public boolean stopRequested() {
            return stop;
        }
    }
}
