package dev.squeeze.engine.predict;

/**
 * The batches of clients other than Java's, by the rules in their documentation and source. All of them gather uncompressed
 * records, and compress a batch as a whole when it leaves, so no guess at the ratio is in it.
 */
final class OtherClientFill {
    /** {@code batch.num.messages} of librdkafka. */
    private static final double MAX_MESSAGES = 10_000;

    /** {@code sticky.partitioning.linger.ms} of librdkafka: how long records without a key go to one partition. */
    private static final double STICKY_SECONDS = 0.010;

    /** Of franz-go's default partitioner: bytes without a key that go to one partition. */
    private static final double STICKY_BYTES = 64 << 10;

    /** {@code Net.MaxOpenRequests} of sarama. */
    private static final int OPEN_REQUESTS = 5;

    private OtherClientFill() {}

    static BatchFill of(Workload workload, ProducerSettings settings) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        double byKey = perProducer / workload.partitions();
        double linger = settings.lingerMillis() / 1000.0;
        double roundTrip = workload.roundTripMillis() / 1000;
        double most = Math.max(1, settings.batchSizeBytes() / workload.recordBytes());
        return switch (workload.client()) {
            case JAVA -> throw new IllegalArgumentException("Java's producer has rules of its own");
            // Each partition has its own timer, and a request of its own; any number of them may be under way.
            case LIBRDKAFKA ->
                workload.keyed()
                        ? fill(workload, byKey, linger, Math.min(most, MAX_MESSAGES), linger)
                        : fill(
                                workload,
                                perProducer,
                                Math.min(linger, STICKY_SECONDS),
                                Math.min(most, MAX_MESSAGES),
                                linger);
            // Each partition has its own timer; one request is under way for a broker, and what comes meanwhile waits.
            case FRANZ_GO -> {
                double waiting = Math.max(linger, roundTrip);
                yield workload.keyed()
                        ? fill(workload, byKey, waiting, most, waiting)
                        : fill(
                                workload,
                                perProducer,
                                waiting,
                                Math.max(1, Math.min(most, STICKY_BYTES / workload.recordBytes())),
                                waiting);
            }
            // Records without a key go to partitions at random; one timer for all partitions of a broker.
            case SARAMA -> {
                double waiting = Math.max(linger, roundTrip / OPEN_REQUESTS);
                double onBroker = Math.max(1, (double) workload.partitions() / workload.brokers());
                double records = BatchFill.lingering(byKey * waiting, onBroker);
                yield bounded(workload, byKey, records, most, waiting);
            }
        };
    }

    /** The first record, and those that come while it waits. */
    private static BatchFill fill(
            Workload workload, double perSecond, double gatheringSeconds, double most, double waitingSeconds) {
        return bounded(workload, perSecond, 1 + perSecond * gatheringSeconds, most, waitingSeconds);
    }

    private static BatchFill bounded(
            Workload workload, double perSecond, double byTime, double most, double waitingSeconds) {
        boolean full = most <= byTime;
        double records = Math.max(1, Math.min(byTime, most));
        double lingered = full ? Math.min(waitingSeconds, (records - 1) / perSecond) : waitingSeconds;
        return new BatchFill(records, records * workload.recordBytes(), full, lingered * 1000);
    }
}
