package dev.squeeze.model;

import dev.squeeze.batch.BatchRecord;
import dev.squeeze.batch.RecordFormatV2;
import dev.squeeze.kafka.ProducerReplay;
import dev.squeeze.kafka.ReplayPlan;
import dev.squeeze.kafka.ReplayPlan.Arrivals;
import dev.squeeze.kafka.ReplayTiming;
import dev.squeeze.kafka.ReplayedTraffic;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Foretells what settings do on a live broker: the records go through Kafka's own accumulator in simulated time, and what
 * was counted there is priced with the codecs' measured costs and those of the machine.
 */
public final class Forecaster {
    private static final double GIGA = 1e9;
    private static final long MOST_BYTES_TO_SETTLE = 192L << 20;
    private static final int MOST_BATCHES = 3_000;
    private static final int FEWEST_BATCHES = 150;
    private static final long MOST_BYTES = 24L << 20;

    /** A pacer sleeps no shorter than this, and Linux lets it lie for 50 us more. */
    private static final double LEAST_SLEEP_SECONDS = 150e-6;

    private final List<BatchRecord> records;
    private final Workload workload;
    private final Optional<MachineCosts> machine;
    private final CompressionCurve uncompressed;
    private final int cores;
    private final long seed;
    private final double payloadShare;

    /**
     * Prepares forecasts.
     *
     * @param records in the order in which they are sent, over and over
     * @param machine what clients and brokers cost beside the codecs, where that is known
     * @param uncompressed what is measured without a codec
     * @param cores that clients and brokers share
     */
    public Forecaster(
            List<BatchRecord> records,
            Workload workload,
            Optional<MachineCosts> machine,
            CompressionCurve uncompressed,
            int cores,
            long seed) {
        if (records.isEmpty()) {
            throw new IllegalArgumentException("nothing can be foretold without records");
        }
        this.records = List.copyOf(records);
        this.workload = workload;
        this.machine = machine;
        this.uncompressed = uncompressed;
        this.cores = cores;
        this.seed = seed;
        double payload = 0;
        double encoded = 0;
        for (BatchRecord record : records) {
            payload += record.payloadBytes();
            encoded += RecordFormatV2.encodedBytes(record, 0, 0);
        }
        this.payloadShare = payload / encoded;
    }

    /**
     * Foretells.
     *
     * @param curve of the settings' codec
     * @param even whether records come at equal distances, as from a load generator; else at random
     */
    public Forecast of(ProducerSettings settings, CompressionCurve curve, boolean even) {
        double perProducer = workload.recordsPerSecond() / workload.producers();
        ReplayedTraffic traffic = play(
                settings,
                curve,
                even ? new Arrivals.Even(perProducer) : new Arrivals.Poisson(perProducer),
                workload.recordsPerSecond());
        Map<CostRole, Double> cpu = new EnumMap<>(CostRole.class);
        machine.ifPresent(costs -> {
            double wakings = Math.min(perProducer, 1 / LEAST_SLEEP_SECONDS) * traffic.seconds();
            cpu.putAll(perGigabyte(costs, curve, counts(traffic, wakings), traffic.recordBytesPerBatch()));
        });
        return new Forecast(
                settings,
                workload.recordsPerSecond(),
                traffic.recordsPerBatch(),
                traffic.recordBytesPerBatch(),
                traffic.ratio(),
                traffic.storedBytes() / (double) traffic.records() * workload.recordsPerSecond(),
                cpu,
                traffic.latencyNanos().getValueAtPercentile(50) / 1e6,
                traffic.latencyNanos().getValueAtPercentile(99) / 1e6,
                machine.map(costs -> ceiling(settings, curve, costs)));
    }

    /** Both processors and threads may be what is short. */
    private Forecast.Ceiling ceiling(ProducerSettings settings, CompressionCurve curve, MachineCosts costs) {
        ReplayedTraffic traffic = play(settings, curve, new Arrivals.AsFastAsTaken(), Double.MAX_VALUE);
        double byThreads = traffic.recordsPerSecond() * workload.producers();
        double cpuNanosPerRecord = 0;
        for (Map.Entry<CostRole, Double> role : perGigabyte(
                        costs, curve, counts(traffic, 0), traffic.recordBytesPerBatch())
                .entrySet()) {
            int times = role.getKey() == CostRole.CONSUMER ? workload.consumerGroups() : 1;
            cpuNanosPerRecord += times * role.getValue() * payloadShare * workload.recordBytes();
        }
        double byProcessors = cores * GIGA / cpuNanosPerRecord * costs.saturation();
        if (byProcessors < byThreads) {
            return new Forecast.Ceiling(byProcessors, Forecast.Limit.PROCESSORS);
        }
        Forecast.Limit limit = traffic.applicationBusy() >= Math.max(traffic.senderBusy(), traffic.brokerBusy())
                ? Forecast.Limit.APPLICATION_THREADS
                : traffic.senderBusy() >= traffic.brokerBusy()
                        ? Forecast.Limit.PRODUCER_NETWORK_THREAD
                        : Forecast.Limit.BROKER_CONNECTION;
        return new Forecast.Ceiling(byThreads, limit);
    }

    private static TrafficCounts counts(ReplayedTraffic traffic, double wakings) {
        return new TrafficCounts(
                traffic.seconds(),
                wakings,
                traffic.requests(),
                traffic.fetches(),
                traffic.batches(),
                traffic.records(),
                traffic.recordBytes(),
                traffic.storedBytes());
    }

    private Map<CostRole, Double> perGigabyte(
            MachineCosts costs, CompressionCurve curve, TrafficCounts counts, double bytesPerBatch) {
        double compress = counts.recordBytes() * compressNanosPerByte(curve, bytesPerBatch);
        double decompress = counts.recordBytes() * decompressNanosPerByte(curve, bytesPerBatch);
        double gigabytes = counts.recordBytes() * payloadShare / GIGA;
        Map<CostRole, Double> cpu = new EnumMap<>(CostRole.class);
        for (CostRole role : CostRole.values()) {
            double codec =
                    switch (role) {
                        case APPLICATION -> compress;
                        case REQUEST_HANDLER, CONSUMER -> decompress;
                        case SENDER, BROKER_NETWORK -> 0;
                    };
            double nanos = costs.of(role).cpuNanos(counts, curve.codec().type(), codec);
            cpu.put(role, nanos / GIGA / gigabytes);
        }
        return cpu;
    }

    /** The codec's own: what a batch costs without one is among the machine's costs. */
    private double compressNanosPerByte(CompressionCurve curve, double bytesPerBatch) {
        return Math.max(
                0, curve.compressNanosPerByte(bytesPerBatch) - uncompressed.compressNanosPerByte(bytesPerBatch));
    }

    private double decompressNanosPerByte(CompressionCurve curve, double bytesPerBatch) {
        return Math.max(
                0, curve.decompressNanosPerByte(bytesPerBatch) - uncompressed.decompressNanosPerByte(bytesPerBatch));
    }

    private ReplayedTraffic play(
            ProducerSettings settings, CompressionCurve curve, Arrivals arrivals, double recordsPerSecond) {
        double expectedBytes = Math.min(
                settings.batchSizeBytes() * curve.ratio(settings.batchSizeBytes()),
                workload.recordBytes() * Math.max(1, recordsPerSecond * settings.lingerMillis() / 1000.0));
        ReplayTiming timing = machine.map(costs -> costs.timing(
                        compressNanosPerByte(curve, expectedBytes), decompressNanosPerByte(curve, expectedBytes)))
                .orElseGet(() -> ReplayTiming.ofRoundTrip(Duration.ofNanos((long) (workload.roundTripMillis() * 1e6))));
        ReplayPlan plan = new ReplayPlan(
                settings.codec(),
                settings.batchSizeBytes(),
                settings.lingerMillis(),
                workload.partitions(),
                workload.brokers(),
                arrivals,
                timing);
        long batches =
                Math.max(FEWEST_BATCHES, Math.min(MOST_BATCHES, (long) (MOST_BYTES / Math.max(1, expectedBytes))));
        int[] next = {0};
        try (ProducerReplay producer = new ProducerReplay(plan, seed)) {
            return producer.send(
                    () -> records.get(next[0]++ % records.size()),
                    record -> ProducerReplay.partitionOf(record, workload.partitions()),
                    new ProducerReplay.Extent(MOST_BYTES_TO_SETTLE, batches, 2 * MOST_BYTES));
        }
    }
}
