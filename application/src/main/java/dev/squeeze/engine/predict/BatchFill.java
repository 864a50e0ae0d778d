package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ReplayTiming;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * The batch that a producer achieves, as opposed to the one that is configured.
 *
 * @param recordsPerBatch mean records in a batch
 * @param recordBytesPerBatch their mean uncompressed bytes
 * @param full true where batches are closed because they are full, before linger.ms is over
 * @param lingeredMillis how long the first record of a batch waits for others
 */
public record BatchFill(double recordsPerBatch, double recordBytesPerBatch, boolean full, double lingeredMillis) {
    private static final int MAX_IN_FLIGHT = 5;

    private static final double REACTION_SECONDS = ReplayTiming.DEFAULT_REACTION.toNanos() / 1e9;

    /** A sleeping sender wakes up so much later than the linger says. */
    private static final double LATE_SECONDS = ReplayTiming.DEFAULT_LATE.toNanos() / 1e9;

    /**
     * Predicts the fill for steady traffic with Poisson arrivals; bursts, skew between keys and back-pressure from a busy
     * broker are not in it.
     *
     * <p>A batch closes when linger.ms is over (or when the sender gets to it, whichever is later) or when it is full.
     * When one partition's batch is due, the request to its broker takes along what other partitions of that broker have
     * gathered. So with keys and many partitions batches leave before their own time, full or not: the first of P that
     * fills takes the others along. Without keys (KIP-794) the partition changes once a batch is full, and where the next
     * one lies on the same broker, its first records go along with the full batch.
     *
     * @param sizes of the records
     */
    public static BatchFill of(
            Workload workload, ProducerSettings settings, CompressionCurve curve, RecordSizes sizes) {
        return workload.client() == ClientProfile.JAVA
                ? ofJava(workload, settings, curve, sizes)
                : OtherClientFill.of(workload, settings);
    }

    private static BatchFill ofJava(
            Workload workload, ProducerSettings settings, CompressionCurve curve, RecordSizes sizes) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        double onBroker = Math.max(1, (double) workload.partitions() / workload.brokers());
        double gathering = workload.keyed() ? onBroker : 1;
        double perSecond = workload.keyed() ? perProducer / workload.partitions() : perProducer;
        double drainSeconds = workload.roundTripMillis() / MAX_IN_FLIGHT / 1000;
        double lingerSeconds = settings.lingerMillis() == 0 ? 0 : settings.lingerMillis() / 1000.0 + LATE_SECONDS;
        double byTime = lingerSeconds >= drainSeconds
                ? lingering(perSecond * lingerSeconds, gathering)
                : Math.max(
                        lingering(perSecond * lingerSeconds, gathering),
                        inFlightBound(perSecond * drainSeconds, gathering));
        double bySize = whenFull(workload, settings, curve, sizes, perSecond, onBroker, byTime);
        boolean full = bySize <= byTime;
        double records = Math.max(1, Math.min(byTime, bySize));
        double waiting = Math.max(lingerSeconds, drainSeconds);
        double lingered = full ? Math.min(waiting, (records - 1) / perSecond) : waiting;
        boolean alone = workload.recordBytes() >= settings.batchSizeBytes();
        return new BatchFill(records, records * workload.recordBytes(), full, alone ? 0 : lingered * 1000);
    }

    /** As if all records were of one size. */
    public static BatchFill of(Workload workload, ProducerSettings settings, CompressionCurve curve) {
        return of(workload, settings, curve, RecordSizes.constant(workload.recordBytes()));
    }

    /** The first record of a request waits; each partition that has gathered something goes along. */
    static double lingering(double expected, double partitions) {
        return (1 + partitions * expected) / (1 + (partitions - 1) * -Math.expm1(-expected));
    }

    /** All requests are under way, and each one that returns lets one go with what has gathered since the last. */
    private static double inFlightBound(double expected, double partitions) {
        return partitions * expected / Math.max(1, partitions * -Math.expm1(-expected));
    }

    private static double whenFull(
            Workload workload,
            ProducerSettings settings,
            CompressionCurve curve,
            RecordSizes sizes,
            double perSecond,
            double onBroker,
            double byTime) {
        double room = settings.batchSizeBytes() - RecordFormatV2.BATCH_HEADER_BYTES;
        if (room <= 0) {
            return 1;
        }
        RatioEstimatorModel.FullBatch batch = RatioEstimatorModel.whenFull(room, sizes, curve, 0, 0);
        double most = batch.records();
        if (!workload.keyed()) {
            double partialShare = (onBroker - 1) / workload.partitions();
            // A producer begins with the guess that nothing is compressed. If batches are full by that guess, partial
            // batches come along and keep it up; only if they are not does it ever come down to where they would never
            // be full.
            if (partialShare == 0 || byTime < Math.min(most, room / sizes.mean())) {
                return most;
            }
            return RatioEstimatorModel.whenFull(room, sizes, curve, partialShare, perSecond * REACTION_SECONDS)
                    .records();
        }
        // The first of P batches to fill, as the least of P log-normal numbers; its place by Blom's approximation.
        // Batches differ in what they hold, and arrivals (Poisson) in how soon they bring it.
        double spread = Math.log1p((batch.variance() + most) / (most * most));
        double place = NormalDistribution.of(0, 1).inverseCumulativeProbability((onBroker - 0.375) / (onBroker + 0.25));
        double gathered = most * Math.exp(-spread / 2 - place * Math.sqrt(spread));
        return Math.min(most, onBroker == 1 ? most : lingering(gathered, onBroker));
    }
}
