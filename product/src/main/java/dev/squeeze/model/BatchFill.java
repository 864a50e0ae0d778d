package dev.squeeze.model;

import dev.squeeze.batch.RecordFormatV2;
import dev.squeeze.codec.CodecType;

/**
 * The batch that a Java producer achieves, as opposed to the one that is configured.
 *
 * @param recordsPerBatch mean records in a batch
 * @param recordBytesPerBatch their mean uncompressed bytes
 * @param full true where batches are closed because they are full, before linger.ms is over
 * @param lingeredMillis how long the first record of a batch waits for company
 */
public record BatchFill(double recordsPerBatch, double recordBytesPerBatch, boolean full, double lingeredMillis) {
    /** The producer multiplies its guess by this before it compares with batch.size. */
    private static final double ESTIMATION_FACTOR = 1.05;

    private static final int MAX_IN_FLIGHT = 5;
    private static final int MOST_ITERATIONS = 40;

    /**
     * Computes the fill for steady traffic with Poisson arrivals; bursts, skew between keys and back-pressure from a busy
     * broker are not in it.
     *
     * <p>A batch closes when linger.ms is over (or when the sender comes around, whichever is later) or when it is full.
     * When one partition's batch is due, the request to its broker takes along what other partitions of that broker have
     * gathered; so with keys, many partitions and little traffic, batches leave before their own time. What is full
     * depends on the producer's guess of the ratio, the guess on the ratio, and the ratio on the fill: solved by
     * iteration.
     */
    public static BatchFill of(Workload workload, ProducerSettings settings, CompressionCurve curve) {
        double lingerSeconds = Math.max(settings.lingerMillis(), workload.roundTripMillis() / MAX_IN_FLIGHT) / 1000;
        double perProducer = workload.recordsPerSecond() / workload.producers();
        double byTime;
        double perSecondIntoBatch;
        if (workload.keyed()) {
            double perPartition = perProducer / workload.partitions();
            double onBroker = Math.max(1, (double) workload.partitions() / workload.brokers());
            double expected = perPartition * lingerSeconds;
            byTime = (1 + onBroker * expected) / (1 + (onBroker - 1) * -Math.expm1(-expected));
            perSecondIntoBatch = perPartition;
        } else {
            byTime = 1 + perProducer * lingerSeconds;
            perSecondIntoBatch = perProducer;
        }
        double bySize = recordsWhenFull(workload, settings, curve);
        boolean full = bySize <= byTime;
        double records = Math.max(1, Math.min(byTime, bySize));
        double lingered = full ? Math.min(lingerSeconds, (records - 1) / perSecondIntoBatch) : lingerSeconds;
        boolean alone = workload.recordBytes() >= settings.batchSizeBytes();
        return new BatchFill(records, records * workload.recordBytes(), full, alone ? 0 : lingered * 1000);
    }

    /** Records that fit into a batch in the long run. */
    private static double recordsWhenFull(Workload workload, ProducerSettings settings, CompressionCurve curve) {
        double size = workload.recordBytes();
        double room = settings.batchSizeBytes() - RecordFormatV2.BATCH_HEADER_BYTES;
        if (room <= size) {
            return 1;
        }
        if (settings.codec().type() == CodecType.NONE) {
            return Math.max(1, Math.floor(room / size));
        }
        double records = room / size;
        for (int i = 0; i < MOST_ITERATIONS; i++) {
            double bytes = records * size;
            double fraction = 1 / curve.ratio(bytes);
            double inverseGuess = RatioEstimatorModel.meanInverseGuess(fraction, curve.batchFractions(bytes));
            double next = 1 + Math.floor((room - size) / (ESTIMATION_FACTOR * size) * inverseGuess);
            double damped = Math.sqrt(records * next);
            if (Math.abs(damped - records) < 0.005 * records) {
                return damped;
            }
            records = damped;
        }
        return records;
    }
}
