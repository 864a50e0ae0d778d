package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.RecordFormatV2;

/**
 * How far records per batch may be off at 95 %, as fractions of what is predicted.
 *
 * @param fewer so much below it
 * @param more so much above it
 * @param whereThreadsWait so much to either side, where the client's threads have to wait for a processor
 */
record DepthUncertainty(double fewer, double more, double whereThreadsWait) {
    /** What the simulated producer was found to be off by. */
    private static final double FILL_UNCERTAINTY = 0.08;

    /**
     * The same where batches are full before their linger is over while records without a key stay with one partition at a time:
     * what has gathered for others leaves with them, and how often depends on when the sender's thread gets a processor.
     */
    private static final double STICKY_FILL_UNCERTAINTY = 0.25;

    /**
     * The same of franz-go, where a batch that has only begun leaves with a full one, as often as its goroutine starts late. How many records
     * join it depends on whether those of a millisecond come one after another or together, which timestamps do not show: 44.8 live where
     * 60 were predicted.
     */
    private static final double FRANZ_GO_FILL_UNCERTAINTY = 0.3;

    /**
     * The same of sarama where a full batch sends the others of its broker early. They are as deep as predicted where processors are free.
     * Where goroutines wait for one, the goroutine of one partition hands over all that it has before the others get to run, and a
     * full batch leaves with batches of a record or two. Live on two cores that were shared with a broker: 4.6 to 9.1 records where 9.5 were
     * predicted; of three producers, 40 where 30 were.
     */
    private static final double SARAMA_FILL_UNCERTAINTY = 0.55;

    /** Share of batches that are full from which on that counts: with each full batch one that has only begun may leave. */
    static final double NOTABLE_FULL_SHARE = 0.2;

    /** Where batches are only estimated, to sort settings. */
    static final DepthUncertainty COARSE = around(FILL_UNCERTAINTY);

    private static DepthUncertainty around(double halfWidth) {
        return new DepthUncertainty(halfWidth, halfWidth, 0);
    }

    DepthUncertainty andByChance(double halfWidth) {
        return new DepthUncertainty(Math.hypot(fewer, halfWidth), Math.hypot(more, halfWidth), whereThreadsWait);
    }

    /** Of an interval around the prediction that holds all. */
    double halfWidth() {
        return Math.max(whereThreadsWait, Math.max(fewer, more));
    }

    /** How busy brokers and producers are is not known, and makes batches deeper where no linger decides. */
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

    /** What leaves with a full batch depends on when the client's threads run. A topic may hold records with and without keys. */
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
     * Records whose timestamps show no pattern are taken to come at random. If they are evenly paced, the first of a batch finds up to one
     * other fewer within its linger.
     */
    private static double byPacing(Forecast forecast, Forecaster forecaster) {
        double records = forecast.recordsPerBatch();
        return forecaster.knowsPacing() ? 0 : Math.min(1, records - 1) / records;
    }

    /**
     * How far stored bytes per record may be off to either side, as a fraction, since batches hold more or fewer records than predicted.
     * Each batch has a header, so this is more than what the ratio is off by; of batches of one record it is most. Machines whose threads
     * wait for processors are left out: a month's bytes are compared for machines with processors to spare.
     */
    double ofStoredBytes(BatchFill fill, CompressionCurve curve) {
        double fewest = Math.max(1 / (1 + fewer), Math.min(1, 1 / fill.recordsPerBatch()));
        double predicted = storedBytes(fill, curve, 1);
        return Math.max(
                        Math.abs(storedBytes(fill, curve, fewest) - predicted),
                        Math.abs(storedBytes(fill, curve, 1 + more) - predicted))
                / predicted;
    }

    /** Of each record, where batches hold so many times as many of them. */
    private static double storedBytes(BatchFill fill, CompressionCurve curve, double times) {
        double bytes = fill.recordBytesPerBatch() * times;
        return (bytes + RecordFormatV2.BATCH_HEADER_BYTES) / curve.ratio(bytes) / (fill.recordsPerBatch() * times);
    }
}
