package dev.squeeze.engine.predict;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.kit.format.CodecType;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The predicted effect of certain settings on a workload.
 *
 * @param settings the settings
 * @param fill the batches that form
 * @param ratio compression ratio of those batches
 * @param sentRatio the same for the batches as producers send them, if brokers recompress them; absent if they are
 *     stored as sent
 * @param ratioRelativeHalfWidth half-width of its 95 % interval, which also applies to stored bytes: combines the
 *     choice of records and the uncertainty of the batches
 * @param speedRelativeHalfWidth half-width of the 95 % interval of CPU times
 * @param resources bytes, cores and money
 * @param addedLatencyMillis how long the first record of a batch waits until it is sent: for further records, and for
 *     its compression
 * @param simulated the simulated traffic that this is based on; absent in documents of earlier versions
 */
public record Prediction(
        ProducerSettings settings,
        BatchFill fill,
        double ratio,
        OptionalDouble sentRatio,
        double ratioRelativeHalfWidth,
        double speedRelativeHalfWidth,
        ResourceEstimate resources,
        double addedLatencyMillis,
        @JsonAlias("played") Optional<SimulatedTraffic> simulated) {

    /** For batches that are stored as sent. */
    public Prediction(
            ProducerSettings settings,
            BatchFill fill,
            double ratio,
            double ratioRelativeHalfWidth,
            double speedRelativeHalfWidth,
            ResourceEstimate resources,
            double addedLatencyMillis,
            Optional<SimulatedTraffic> simulated) {
        this(
                settings,
                fill,
                ratio,
                OptionalDouble.empty(),
                ratioRelativeHalfWidth,
                speedRelativeHalfWidth,
                resources,
                addedLatencyMillis,
                simulated);
    }

    /** Safety factor that the producer applies to its estimate of the ratio, which is 1 at start. */
    static final double FULL_AT_START = 1.05;

    /**
     * Results of the simulated producer.
     *
     * @param batches number of batches formed; unless {@code coarse}, the first of them were compressed
     * @param coarse whether batches are assumed to compress like measured batches of their size
     * @param recordsPerBatchRelativeHalfWidth half-width of the 95 % interval of records per batch
     * @param applicationCores busy cores of the sending threads of all producers
     * @param ackMedianMillis from when a record is due to its acknowledgement
     * @param ackP99Millis the same at the 99th percentile
     */
    public record SimulatedTraffic(
            long batches,
            boolean coarse,
            double recordsPerBatchRelativeHalfWidth,
            double applicationCores,
            double ackMedianMillis,
            double ackP99Millis) {}

    /**
     * Whether batches that only their linger closes would be full if the producer's estimate of the ratio were still at
     * its initial value. Some producers are certain to get past that; for others it depends on chance, which a larger
     * {@code batch.size} rules out. {@link Predictor#comesToTheSame} tells these apart.
     */
    public boolean dependsOnStart() {
        return dependsOnStart(settings.batchSizeBytes());
    }

    /** The same for these batches with another {@code batch.size}. */
    public boolean dependsOnStart(int batchSizeBytes) {
        return settings.codec().type() != CodecType.NONE
                && !fill.full()
                && fill.recordBytesPerBatch() * FULL_AT_START > batchSizeBytes;
    }

    /**
     * The latency in milliseconds that is compared with latency limits: the 99th percentile of the time from when a
     * record is due to its acknowledgement. In documents of earlier versions, which lack it, the wait of a batch's
     * first record.
     */
    public double latencyMillis() {
        return simulated.map(SimulatedTraffic::ackP99Millis).orElse(addedLatencyMillis);
    }

    /** Busy cores of the threads that send; those of whole producers if that is not known. */
    public double applicationCores() {
        return simulated.map(SimulatedTraffic::applicationCores).orElse(resources.producerCores());
    }
}
