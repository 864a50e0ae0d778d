package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.RecordFormatV2;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Prediction of what settings will do on a live broker.
 *
 * @param settings the settings
 * @param recordsPerSecond requested rate of all producers
 * @param recordsPerBatch in the log
 * @param recordBytesPerBatch uncompressed bytes of these records, framing included
 * @param ratio in the log, headers included on both sides
 * @param batches number of simulated batches
 * @param recordsPerBatchRelativeError standard error of {@code recordsPerBatch} due to chance, as a fraction of it
 * @param ratioRelativeError the same for the ratio, if producers differ by chance
 * @param spread see {@link SeveralProducers}
 * @param fullShare share of the batches that are full before their linger expires
 * @param firstWaitedMillis how long the first record of a batch waits until the batch is sent
 * @param wireBytesPerSecond bytes of produce requests, from all producers
 * @param cpuSecondsPerGigabyte of each role, for 10^9 bytes of keys and values; absent without the machine's costs
 * @param ackMedianMillis from when a record is due to its acknowledgement
 * @param ackP99Millis the same at the 99th percentile
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
     * The highest sustainable rate.
     *
     * @param recordsPerSecond of all producers
     * @param limit what is saturated at that rate
     * @param cpuSecondsPerGigabyte of each role at that rate
     */
    public record Ceiling(double recordsPerSecond, Limit limit, Map<CostRole, Double> cpuSecondsPerGigabyte) {
        public Ceiling {
            cpuSecondsPerGigabyte = Map.copyOf(cpuSecondsPerGigabyte);
        }
    }

    /** What limits the rate. */
    public enum Limit {
        APPLICATION_THREADS("application thread"),
        PRODUCER_NETWORK_THREAD("producer's network thread"),
        BROKER_CONNECTION("broker's CPU"),
        PROCESSORS("machine's cores");

        private final String words;

        Limit(String words) {
            this.words = words;
        }

        /** As worded in the findings of a live run. */
        public String words() {
            return words;
        }
    }

    /** Whether producers that differ only by chance behave about the same. */
    boolean comesToTheSame() {
        return spread <= SeveralProducers.ABOUT_THE_SAME;
    }

    /** Whether most batches are full before their linger expires. */
    public boolean full() {
        return 2 * fullShare > 1;
    }

    /** Uncompressed bytes of a batch with its header. */
    public double uncompressedBatchBytes() {
        return recordBytesPerBatch + RecordFormatV2.BATCH_HEADER_BYTES;
    }

    /** CPU seconds of one role per GB. */
    public Optional<Double> cpu(CostRole role) {
        return sum(role);
    }

    /** CPU seconds of application and network thread per GB. */
    public Optional<Double> producerCpu() {
        return sum(CostRole.APPLICATION, CostRole.SENDER);
    }

    /** CPU seconds of request handlers and network threads per GB. */
    public Optional<Double> brokerCpu() {
        return sum(CostRole.REQUEST_HANDLER, CostRole.BROKER_NETWORK);
    }

    /** CPU seconds of each consumer group per GB. */
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
