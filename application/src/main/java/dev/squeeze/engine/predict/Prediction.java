package dev.squeeze.engine.predict;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.kit.format.CodecType;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What certain settings would do to a workload.
 *
 * @param settings the settings
 * @param fill the batches that form
 * @param ratio compression ratio of those batches
 * @param sentRatio the same of the batches as producers send them, where brokers compress them again; absent where they are
 *     stored as they are sent
 * @param ratioRelativeHalfWidth of its interval at 95 %, which stored bytes have too: the choice of records and the
 *     uncertainty of the batches together
 * @param speedRelativeHalfWidth of the CPU times' interval at 95 %
 * @param resources bytes, cores and money
 * @param addedLatencyMillis how long the first record of a batch waits for it to be sent: for company, and for its
 *     compression
 * @param simulated the simulated traffic that this rests on; absent in documents of earlier versions
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

    /** Of batches that are stored as they are sent. */
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

    /** What the producer multiplies its estimate by. */
    static final double FULL_AT_START = 1.05;

    /**
     * What the simulated producer did.
     *
     * @param batches that were formed; unless {@code coarse}, the first of them were compressed
     * @param coarse true where batches are taken to compress as measured ones of their size do
     * @param recordsPerBatchRelativeHalfWidth of the interval of records per batch at 95 %
     * @param applicationCores busy cores of the threads that send, of all producers
     * @param ackMedianMillis from when a record is due to its acknowledgement
     * @param ackP99Millis the same at 99 %
     */
    public record SimulatedTraffic(
            long batches,
            boolean coarse,
            double recordsPerBatchRelativeHalfWidth,
            double applicationCores,
            double ackMedianMillis,
            double ackP99Millis) {}

    /**
     * Whether batches that only their linger closes would be full if the producer's estimate of the ratio were still what it
     * starts with. Some producers get beyond that for sure, and with some it is chance, which a larger {@code batch.size} rules out:
     * {@link Predictor#comesToTheSame} distinguishes them.
     */
    public boolean dependsOnStart() {
        return dependsOnStart(settings.batchSizeBytes());
    }

    /** The same of these batches with another {@code batch.size}. */
    public boolean dependsOnStart(int batchSizeBytes) {
        return settings.codec().type() != CodecType.NONE
                && !fill.full()
                && fill.recordBytesPerBatch() * FULL_AT_START > batchSizeBytes;
    }

    /**
     * What limits on latency are held against, milliseconds: the time from when a record is due to its acknowledgement that one
     * record in a hundred exceeds. In documents of earlier versions, which lack it, the wait of a batch's first record.
     */
    public double latencyMillis() {
        return simulated.map(SimulatedTraffic::ackP99Millis).orElse(addedLatencyMillis);
    }

    /** Busy cores of the threads that send; those of whole producers where that is not known. */
    public double applicationCores() {
        return simulated.map(SimulatedTraffic::applicationCores).orElse(resources.producerCores());
    }
}
