package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.RecordFormatV2;

/**
 * How far predicted records per batch may be off at 95 %, as fractions of the prediction.
 *
 * @param fewer downwards
 * @param more upwards
 * @param whereThreadsWait in either direction, if the client's threads have to wait for a CPU
 */
record DepthUncertainty(double fewer, double more, double whereThreadsWait) {
    /** Observed error of the simulated producer. */
    private static final double FILL_UNCERTAINTY = 0.08;

    /**
     * The same if batches fill up before their linger expires while records without a key stay with one partition at a
     * time: partial batches of other partitions leave with them, and how often depends on when the sender thread is
     * scheduled.
     */
    private static final double STICKY_FILL_UNCERTAINTY = 0.25;

    /**
     * The same for franz-go, where a partial batch leaves with a full one whenever its goroutine starts late. How many
     * records join it depends on whether the records of one millisecond arrive one after another or together, which
     * timestamps do not show: 44.8 live, 60 predicted.
     */
    private static final double FRANZ_GO_FILL_UNCERTAINTY = 0.3;

    /**
     * The same for sarama if a full batch causes the others of its broker to be sent early. With free CPUs they are as
     * deep as predicted. If goroutines have to wait for a CPU, the goroutine of one partition hands over all its
     * records before the others run, and batches of one or two records leave with a full one. Live, on two cores shared
     * with a broker: 4.6 to 9.1 records, 9.5 predicted; with three producers 40, 30 predicted.
     */
    private static final double SARAMA_FILL_UNCERTAINTY = 0.55;

    /** Share of full batches from which this matters: each full batch may take a partial one along. */
    static final double NOTABLE_FULL_SHARE = 0.2;

    /** For batches that are only estimated, to rank settings. */
    static final DepthUncertainty COARSE = around(FILL_UNCERTAINTY);

    private static DepthUncertainty around(double halfWidth) {
        return new DepthUncertainty(halfWidth, halfWidth, 0);
    }

    DepthUncertainty andByChance(double halfWidth) {
        return new DepthUncertainty(Math.hypot(fewer, halfWidth), Math.hypot(more, halfWidth), whereThreadsWait);
    }

    /** Half-width of a symmetric interval around the prediction that covers all of these. */
    double halfWidth() {
        return Math.max(whereThreadsWait, Math.max(fewer, more));
    }

    /** It is not known how busy brokers and producers are; without a linger, busy ones make batches deeper. */
    static DepthUncertainty of(Forecast forecast, CompressionCurve curve, Forecaster forecaster, Workload workload) {
        if (forecast.settings().lingerMillis() == 0) {
            double growth = forecaster.growthWhereAllIsBusy(forecast.settings(), curve) - 1;
            double byThreads = forecaster.growthByThreads(forecast.settings(), curve) - 1;
            return new DepthUncertainty(
                    Math.hypot(FILL_UNCERTAINTY, byThreads), Math.hypot(FILL_UNCERTAINTY, growth), 0);
        }
        double otherwise =
                forecast.full() ? FILL_UNCERTAINTY : Math.hypot(FILL_UNCERTAINTY, byPacing(forecast, forecaster));
        return forecast.fullShare() < NOTABLE_FULL_SHARE
                ? around(otherwise)
                : whereThreadsDecide(forecaster, workload, otherwise);
    }

    /**
     * What leaves with a full batch depends on when the client's threads run. A topic may contain records with and
     * without keys.
     */
    private static DepthUncertainty whereThreadsDecide(Forecaster forecaster, Workload workload, double otherwise) {
        boolean several = workload.partitions() > 1;
        boolean sticky = workload.producing().isSticky() && !(workload.keyed() && forecaster.nearlyAllHaveKeys());
        return switch (workload.client()) {
            case SARAMA ->
                new DepthUncertainty(
                        otherwise, otherwise, workload.partitions() > workload.brokers() ? SARAMA_FILL_UNCERTAINTY : 0);
            case FRANZ_GO -> around(Math.max(FRANZ_GO_FILL_UNCERTAINTY, otherwise));
            case JAVA, LIBRDKAFKA ->
                around(several && sticky ? Math.max(STICKY_FILL_UNCERTAINTY, otherwise) : otherwise);
        };
    }

    /**
     * Records whose timestamps show no pattern are assumed to arrive at random. If they are in fact evenly paced, up to
     * one record fewer arrives within a batch's linger.
     */
    private static double byPacing(Forecast forecast, Forecaster forecaster) {
        double records = forecast.recordsPerBatch();
        return forecaster.knowsPacing() ? 0 : Math.min(1, records - 1) / records;
    }

    /**
     * How far stored bytes per record may be off in either direction, as a fraction, because batches may contain more
     * or fewer records than predicted. Since each batch has a header, this exceeds the error of the ratio, most of all
     * for batches of one record. Threads that wait for a CPU are not considered: monthly bytes are compared for
     * machines with spare CPU.
     */
    double ofStoredBytes(BatchFill fill, CompressionCurve curve) {
        double fewest = Math.max(1 / (1 + fewer), Math.min(1, 1 / fill.recordsPerBatch()));
        double predicted = storedBytes(fill, curve, 1);
        return Math.max(
                        Math.abs(storedBytes(fill, curve, fewest) - predicted),
                        Math.abs(storedBytes(fill, curve, 1 + more) - predicted))
                / predicted;
    }

    /** Per record, if batches contain this many times as many records. */
    private static double storedBytes(BatchFill fill, CompressionCurve curve, double times) {
        double bytes = fill.recordBytesPerBatch() * times;
        return (bytes + RecordFormatV2.BATCH_HEADER_BYTES) / curve.ratio(bytes) / (fill.recordsPerBatch() * times);
    }
}
