package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.RecordFormatV2;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * What settings will do on a live broker.
 *
 * @param settings the settings
 * @param recordsPerSecond of all producers, that was asked about
 * @param recordsPerBatch in the log
 * @param recordBytesPerBatch uncompressed bytes of them, framing included
 * @param ratio in the log, headers on both sides
 * @param batches that were simulated
 * @param recordsPerBatchRelativeError standard error of that number by chance, as a share of it
 * @param ratioRelativeError the same of the ratio, where producers differ by chance
 * @param spread see {@link SeveralProducers}
 * @param fullShare of the batches, those that are full before their linger is over
 * @param firstWaitedMillis how long the first record of a batch waits for it to leave
 * @param wireBytesPerSecond of produce requests, from all producers
 * @param cpuSecondsPerGigabyte of each role, for 10^9 bytes of keys and values; absent without the machine's costs
 * @param ackMedianMillis from when a record is due to its acknowledgement
 * @param ackP99Millis the same at 99 %
 * @param ceiling the highest rate; absent without the machine's costs
 */
public record Forecast(
        ProducerSettings settings,
        double recordsPerSecond,
        double recordsPerBatch,
        double recordBytesPerBatch,
        double ratio,
        long batches,
        double recordsPerBatchRelativeError,
        double ratioRelativeError,
        double spread,
        double fullShare,
        double firstWaitedMillis,
        double wireBytesPerSecond,
        Map<CostRole, Double> cpuSecondsPerGigabyte,
        double ackMedianMillis,
        double ackP99Millis,
        Optional<Ceiling> ceiling) {
    public Forecast {
        cpuSecondsPerGigabyte = cpuSecondsPerGigabyte.isEmpty()
                ? Map.of()
                : Collections.unmodifiableMap(new EnumMap<CostRole, Double>(cpuSecondsPerGigabyte));
    }

    /**
     * The highest rate that goes on.
     *
     * @param recordsPerSecond of all producers
     * @param limit what is busy all the time then
     * @param cpuSecondsPerGigabyte of each role then
     */
    public record Ceiling(double recordsPerSecond, Limit limit, Map<CostRole, Double> cpuSecondsPerGigabyte) {
        public Ceiling {
            cpuSecondsPerGigabyte = Map.copyOf(cpuSecondsPerGigabyte);
        }
    }

    /** What bounds a rate. */
    public enum Limit {
        APPLICATION_THREADS("application thread"),
        PRODUCER_NETWORK_THREAD("producer's network thread"),
        BROKER_CONNECTION("broker's CPU"),
        PROCESSORS("machine's cores");

        private final String words;

        Limit(String words) {
            this.words = words;
        }

        /** As the finding in a live run says it. */
        public String words() {
            return words;
        }
    }

    /** Whether producers that chance alone distinguishes do about the same. */
    boolean comesToTheSame() {
        return spread <= SeveralProducers.ABOUT_THE_SAME;
    }

    /** Whether most batches are full before their linger is over. */
    public boolean full() {
        return 2 * fullShare > 1;
    }

    /** Uncompressed bytes of a batch with its header. */
    public double uncompressedBatchBytes() {
        return recordBytesPerBatch + RecordFormatV2.BATCH_HEADER_BYTES;
    }

    /** Seconds of one role for a GB. */
    public Optional<Double> cpu(CostRole role) {
        return sum(role);
    }

    /** Seconds of application and network thread for a GB. */
    public Optional<Double> producerCpu() {
        return sum(CostRole.APPLICATION, CostRole.SENDER);
    }

    /** Seconds of request handlers and network threads for a GB. */
    public Optional<Double> brokerCpu() {
        return sum(CostRole.REQUEST_HANDLER, CostRole.BROKER_NETWORK);
    }

    /** Seconds of each consumer group for a GB. */
    public Optional<Double> consumerCpu() {
        return sum(CostRole.CONSUMER);
    }

    private Optional<Double> sum(CostRole... roles) {
        if (cpuSecondsPerGigabyte.isEmpty()) {
            return Optional.empty();
        }
        double seconds = 0;
        for (CostRole role : roles) {
            seconds += cpuSecondsPerGigabyte.getOrDefault(role, 0.0);
        }
        return Optional.of(seconds);
    }
}
