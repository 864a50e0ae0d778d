package dev.squeeze.engine.predict;

import dev.squeeze.kit.source.StoredBatches;
import java.util.OptionalDouble;

/** Says what settings do to a workload. */
public interface Predictor {
    /** What settings do: what is shown of them. */
    Prediction of(ProducerSettings settings, CompressionCurve curve);

    /**
     * Records per batch if records came at random at the mean rate.
     *
     * @return empty where no timestamps say that they do not
     */
    OptionalDouble recordsPerBatchAtMeanRate(ProducerSettings settings, CompressionCurve curve);

    /** Records that come at once, where a log's batches show that they come in bursts. */
    OptionalDouble recordsPerBurst();

    /** About what settings do, for sorting many of them; not for showing. */
    Prediction coarse(ProducerSettings settings, CompressionCurve curve);

    /**
     * What it does that brokers compress today's batches again, with a topic's codec, while producers stay as they are.
     *
     * @param today what producers do; its batches stay
     * @param sent of the producers' codec
     * @param stored of the topic's
     */
    Prediction recompressed(Prediction today, CompressionCurve sent, CompressionCurve stored);

    /** About that, for sorting; not for showing. */
    Prediction coarseRecompressed(Prediction today, CompressionCurve sent, CompressionCurve stored);

    /**
     * What batches do that lie in a log already: their depth and ratio are those that were seen, and only the CPU, and what producers
     * send where brokers compress again, is predicted.
     *
     * @param simulated of the settings that stand for today's, which a log does not show
     * @param curve of the codec that the batches are stored in
     */
    Prediction ofStored(Prediction simulated, StoredBatches stored, CompressionCurve curve);

    /** Half width at 95 % of CPU times that is common to all settings, as a fraction: what is not known of the machine. */
    double cpuRelativeHalfWidth();

    /**
     * Whether producers with settings whose batches {@link Prediction#dependsOnStart may depend on their start} come to the same batches
     * whatever chance does on the way.
     */
    boolean comesToTheSame(ProducerSettings settings, CompressionCurve curve);

    /** Whether batches of settings were formed and compressed until now. */
    boolean hasFormed(ProducerSettings settings);

    /** The same traffic at a multiple of its rate. */
    Predictor atRateTimes(double factor);
}
