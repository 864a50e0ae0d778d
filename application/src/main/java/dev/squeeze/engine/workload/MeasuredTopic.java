package dev.squeeze.engine.workload;

import dev.squeeze.engine.measure.QuickSweep;
import dev.squeeze.engine.measure.SweepListener;
import dev.squeeze.engine.measure.SweepResult;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostModel;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SentRecords;
import dev.squeeze.engine.predict.SettingsOfLog;
import dev.squeeze.engine.predict.SettingsPredictor;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.Sampler;
import dev.squeeze.kit.source.SamplingPlan;
import dev.squeeze.kit.source.StoredBatches;
import dev.squeeze.kit.source.TopicBatches;
import dev.squeeze.kit.source.TopicSource;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * A topic for which a few settings were measured briefly, by commands that analyse many topics: the basis of their
 * predictions.
 *
 * @param sample of its records
 * @param sent the same records as producers send them, in bursts if its batches indicate bursts
 * @param measured includes today's codec and no compression, unless the run was stopped
 * @param today settings that stand for today's, as far as its batches show them
 * @param workload with the number of producers that explains its batches
 */
public record MeasuredTopic(
        Sample sample, SentRecords sent, SweepResult measured, ProducerSettings today, TopicWorkload workload) {
    /** Typical sizes of a producer's batches; values in between are interpolated. */
    private static final List<Integer> BATCH_BYTES = List.of(1 << 10, 1 << 12, 1 << 14, 1 << 16, 1 << 18);

    private static final long BYTES_PER_CELL = 1 << 19;

    /** Fewer records are not representative: batches would repeatedly contain the same ones. */
    public static final int MIN_RECORDS = 30;

    /**
     * Draws the batches on which settings are measured.
     *
     * @param bytes maximum uncompressed bytes kept for each batch size
     */
    public static Sample sample(TopicBatches batches, long bytes, long seed) {
        return Sampler.draw(
                TopicSource.of(batches),
                new SamplingPlan(BATCH_BYTES, bytes, SamplingPlan.DEFAULT_BATCHES_PER_SIZE, seed, 1),
                (read, of) -> {});
    }

    /** Whether there are enough records for a result. */
    public static boolean isEnough(Sample sample) {
        return sample.read().records() >= MIN_RECORDS;
    }

    /** A sweep for one thread that measures one topic after another. */
    public static QuickSweep sweep() {
        return new QuickSweep(BYTES_PER_CELL);
    }

    /**
     * Measures settings on a sample.
     *
     * @param codecs to measure in addition to today's
     * @param listener decides whether to stop
     */
    public static MeasuredTopic of(
            Sample sample,
            TopicWorkload workload,
            Collection<Codec> codecs,
            QuickSweep sweep,
            SweepListener listener,
            long seed) {
        StoredBatches stored = stored(sample);
        ProducerSettings today = SettingsOfLog.of(stored, workload.workload());
        TreeSet<Codec> wanted = new TreeSet<>(codecs);
        wanted.add(Codec.NONE);
        wanted.add(today.codec());
        SweepResult measured = sweep.run(sample, wanted, listener);
        Map<Codec, CompressionCurve> curves = CompressionCurve.byCodec(measured);
        TopicWorkload.Traffic traffic = workload.explaining(
                stored,
                SentRecords.of(sample, workload.workload().partitions()),
                today,
                Optional.ofNullable(curves.get(today.codec())),
                seed);
        return new MeasuredTopic(sample, traffic.sent(), measured, today, traffic.workload());
    }

    private static StoredBatches stored(Sample sample) {
        return sample.read().stored().orElseThrow();
    }

    /** The cost model of this workload at these prices. */
    public CostModel costs(Prices prices) {
        return new CostModel(workload.workload(), prices);
    }

    /**
     * A predictor for the topic.
     *
     * @param machine costs of clients and brokers
     * @param cpuRelativeHalfWidth uncertainty of these costs
     */
    public SettingsPredictor predictor(Prices prices, MachineCosts machine, double cpuRelativeHalfWidth, long seed) {
        return SettingsPredictor.ofApplications(
                sent,
                costs(prices),
                CompressionCurve.byCodec(measured),
                Optional.of(machine),
                cpuRelativeHalfWidth,
                seed);
    }

    /** Prediction for the batches as they are stored; empty if the measurement was stopped before today's codec. */
    public Optional<Prediction> asStored(SettingsPredictor predictor) {
        return curve(today).map(curve -> predictor.ofStored(predictor.of(today, curve), stored(sample), curve));
    }

    /** Prediction for settings; empty if the measurement was stopped before their codec. */
    public Optional<Prediction> of(ProducerSettings settings, SettingsPredictor predictor) {
        return curve(settings).map(curve -> predictor.of(settings, curve));
    }

    private Optional<CompressionCurve> curve(ProducerSettings settings) {
        return Optional.ofNullable(CompressionCurve.byCodec(measured).get(settings.codec()));
    }
}
