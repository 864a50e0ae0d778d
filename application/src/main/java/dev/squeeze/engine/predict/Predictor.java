package dev.squeeze.engine.predict;

import dev.squeeze.kit.source.StoredBatches;
import java.util.OptionalDouble;

/** Predicts the effect of settings on a workload. */
public interface Predictor {
    /** The prediction for settings that is shown to users. */
    Prediction of(ProducerSettings settings, CompressionCurve curve);

    /**
     * Records per batch if records arrived at random at the mean rate.
     *
     * @return empty if there are no timestamps to show that they do not
     */
    OptionalDouble recordsPerBatchAtMeanRate(ProducerSettings settings, CompressionCurve curve);

    /** Records per burst, if a log's batches show that records arrive in bursts. */
    OptionalDouble recordsPerBurst();

    /** Rough prediction for ranking many settings; not for display. */
    Prediction coarse(ProducerSettings settings, CompressionCurve curve);

    /**
     * Effect of brokers recompressing today's batches with a topic's codec, with producers unchanged.
     *
     * @param today prediction for the current settings, whose batches are kept
     * @param sent of the producers' codec
     * @param stored of the topic's codec
     */
    Prediction recompressed(Prediction today, CompressionCurve sent, CompressionCurve stored);

    /** Rough version of the same for ranking; not for display. */
    Prediction coarseRecompressed(Prediction today, CompressionCurve sent, CompressionCurve stored);

    /**
     * Prediction for batches that are already in a log: their depth and ratio are as observed. Only CPU time is
     * predicted and, if brokers recompress, what producers send.
     *
     * @param simulated of settings that stand for today's, which a log does not show
     * @param curve of the codec with which the batches are stored
     */
    Prediction ofStored(Prediction simulated, StoredBatches stored, CompressionCurve curve);

    /**
     * Relative half-width at 95 % of the error of CPU times that is common to all settings: the uncertainty about the
     * machine.
     */
    double cpuRelativeHalfWidth();

    /**
     * Whether producers with settings whose batches {@link Prediction#dependsOnStart may depend on their start} end up
     * with the same batches regardless of chance.
     */
    boolean comesToTheSame(ProducerSettings settings, CompressionCurve curve);

    /** Whether batches for these settings have been formed and compressed so far. */
    boolean hasFormed(ProducerSettings settings);

    /** The same traffic at a multiple of its rate. */
    Predictor atRateTimes(double factor);
}
