package dev.squeeze.engine.predict;

import dev.squeeze.kit.source.StoredBatches;

/**
 * What certain settings would do to a workload.
 *
 * @param settings the settings
 * @param fill the batch that is achieved
 * @param ratio compression ratio at that batch
 * @param ratioRelativeHalfWidth of its interval at 95 %: measurement and the uncertainty of the fill together
 * @param speedRelativeHalfWidth of the CPU costs' interval
 * @param resources bytes, cores and money
 * @param addedLatencyMillis how long the first record of a batch waits for it to be sent: for company, and for its
 *     compression
 * @param beyondMeasured true where the batch is larger than any measured one, so that ratio and cost are those of the
 *     largest
 */
public record Prediction(
        ProducerSettings settings,
        BatchFill fill,
        double ratio,
        double ratioRelativeHalfWidth,
        double speedRelativeHalfWidth,
        ResourceEstimate resources,
        double addedLatencyMillis,
        boolean beyondMeasured) {
    /** Steady traffic is never quite steady: the fill is taken to be known to within this share. */
    private static final double FILL_UNCERTAINTY = 0.15;

    public static Prediction of(CostModel costs, ProducerSettings settings, CompressionCurve curve, RecordSizes sizes) {
        BatchFill fill = BatchFill.of(costs.workload(), settings, curve, sizes);
        double bytes = fill.recordBytesPerBatch();
        double ratio = curve.ratio(bytes);
        double byFill = (curve.ratio(bytes * (1 + FILL_UNCERTAINTY)) - curve.ratio(bytes / (1 + FILL_UNCERTAINTY)))
                / (2 * ratio);
        double compress = curve.compressNanosPerByte(bytes);
        ResourceEstimate resources = costs.estimate(fill, ratio, compress, curve.decompressNanosPerByte(bytes));
        return new Prediction(
                settings,
                fill,
                ratio,
                Math.hypot(curve.ratioRelativeHalfWidth(bytes), byFill),
                curve.speedRelativeHalfWidth(bytes),
                resources,
                fill.lingeredMillis() + bytes * compress / 1e6,
                curve.isBeyondMeasured(bytes));
    }

    /**
     * What batches do that lie in a log already: their depth and ratio are those that were seen, and only the CPU is
     * predicted.
     *
     * @param settings that stand for those of the producers, which a log does not show
     */
    public static Prediction ofStored(
            CostModel costs,
            ProducerSettings settings,
            StoredBatches stored,
            CompressionCurve curve,
            RecordSizes sizes) {
        BatchFill modelled = BatchFill.of(costs.workload(), settings, curve, sizes);
        BatchFill fill = new BatchFill(
                stored.recordsPerBatch(),
                stored.recordBytesPerBatch(),
                modelled.full(),
                stored.gatheredMillis().orElse(modelled.lingeredMillis()));
        double bytes = fill.recordBytesPerBatch();
        double compress = curve.compressNanosPerByte(bytes);
        return new Prediction(
                settings,
                fill,
                stored.ratio(),
                stored.whole() ? 0 : curve.ratioRelativeHalfWidth(bytes),
                curve.speedRelativeHalfWidth(bytes),
                costs.estimate(fill, stored.ratio(), compress, curve.decompressNanosPerByte(bytes)),
                fill.lingeredMillis() + bytes * compress / 1e6,
                curve.isBeyondMeasured(bytes));
    }
}
