package dev.squeeze.engine.predict;

import dev.squeeze.engine.measure.CodecAlone;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.kafka.KafkaBatchCodec;
import dev.squeeze.kit.kafka.ReplayedTraffic;
import java.util.EnumMap;
import java.util.Map;

/** CPU time of each role for simulated traffic. */
final class TrafficCpu {
    private static final double GIGA = 1e9;

    /** In live unthrottled runs, a consumer's fetch returned the batches of 1.0 to 2.2 requests. */
    private static final double MAX_REQUESTS_PER_FETCH = 2;

    private final TrafficSimulation simulation;
    private final Workload workload;
    private final KnownMachine known;
    private final Surroundings surroundings;
    private final double payloadShare;

    /** @param payloadShare share of keys and values in the uncompressed bytes of records */
    TrafficCpu(
            TrafficSimulation simulation,
            Workload workload,
            KnownMachine known,
            Surroundings surroundings,
            double payloadShare) {
        this.simulation = simulation;
        this.workload = workload;
        this.known = known;
        this.surroundings = surroundings;
        this.payloadShare = payloadShare;
    }

    /**
     * CPU seconds of each role per 10^9 bytes of keys and values.
     *
     * @param recordsPerSecond rate of a paced thread; 0 if it never sleeps
     * @param slower factor by which threads take longer in elapsed time because they wait for a CPU
     */
    Map<CostRole, Double> perGigabyte(
            CompressionCurve curve, ReplayedTraffic traffic, double recordsPerSecond, double slower) {
        TrafficCounts unpaced = counts(traffic, 0);
        CodecAlone alone = simulation.alone(
                known,
                curve,
                () -> simulation.some(traffic.records(), traffic.recordsPerBatch() * traffic.openBatches()),
                traffic.recordBytesPerBatch(),
                traffic.recordsPerBatch(),
                traffic.openBatches(),
                lingeredShare(curve.codec().type(), traffic));
        CodecWork work = new CodecWork(
                curve.codec().type(),
                unpaced.recordBytes()
                        * alone.compressNanosPerByte()
                        * ClientCodecCpu.factor(workload.client(), curve.codec(), traffic.recordBytesPerBatch()),
                unpaced.recordBytes() * alone.decompressNanosPerByte(),
                lingeredShare(curve.codec().type(), traffic) * alone.closingShare());
        // A load generator sleeps between records; what wakes up other applications is not the producer's concern.
        double wakeUps = surroundings.evenly() ? known.costs().wakeUps(unpaced, work, recordsPerSecond, slower) : 0;
        TrafficCounts counts = counts(traffic, wakeUps);
        double gigabytes = counts.recordBytes() * payloadShare / GIGA;
        Map<CostRole, Double> cpu = new EnumMap<>(CostRole.class);
        for (CostRole role : CostRole.values()) {
            cpu.put(role, known.costs().cpuNanos(role, counts, work) / GIGA / gigabytes);
        }
        return cpu;
    }

    /**
     * The same if brokers recompress: the leaders' request handlers do so, and consumers read the result.
     *
     * @param sent of the producers' codec
     * @param stored of the topic's codec
     */
    Map<CostRole, Double> perGigabyteRecompressed(
            CompressionCurve sent, CompressionCurve stored, ReplayedTraffic traffic, double recordsPerSecond) {
        Map<CostRole, Double> asSent = perGigabyte(sent, traffic, recordsPerSecond, 1);
        Map<CostRole, Double> asStored = perGigabyte(
                stored, traffic.compressedTo(traffic.recompressedBytes() - traffic.headerBytes()), recordsPerSecond, 1);
        double compressNanosPerByte = simulation
                        .alone(
                                known,
                                stored,
                                () -> simulation.some(
                                        traffic.records(), traffic.recordsPerBatch() * traffic.openBatches()),
                                traffic.recordBytesPerBatch(),
                                traffic.recordsPerBatch(),
                                // A request handler compresses batches one at a time.
                                1,
                                0)
                        .compressNanosPerByte()
                * known.costs()
                        .of(CostRole.APPLICATION)
                        .codecFactor()
                        .getOrDefault(stored.codec().type(), 1.0);
        Map<CostRole, Double> cpu = new EnumMap<>(asSent);
        // Nanoseconds per byte are seconds per GB.
        cpu.merge(CostRole.REQUEST_HANDLER, compressNanosPerByte / payloadShare, Double::sum);
        // Network threads receive what is sent, and send what is stored.
        cpu.put(
                CostRole.BROKER_NETWORK,
                (asSent.getOrDefault(CostRole.BROKER_NETWORK, 0.0)
                                + asStored.getOrDefault(CostRole.BROKER_NETWORK, 0.0))
                        / 2);
        cpu.put(CostRole.CONSUMER, asStored.getOrDefault(CostRole.CONSUMER, 0.0));
        return cpu;
    }

    /**
     * CPU time needed at this rate relative to what roles get under unthrottled load; above 1, there is not enough CPU.
     */
    double shareOfCores(Map<CostRole, Double> cpuSecondsPerGigabyte, Codec codec) {
        return workload.recordsPerSecond() / byProcessors(codec, cpuSecondsPerGigabyte);
    }

    /** Records per second of all producers for which the shared CPUs have enough time. */
    double byProcessors(Codec codec, Map<CostRole, Double> cpuSecondsPerGigabyte) {
        double nanosPerRecord = 0;
        for (Map.Entry<CostRole, Double> role : cpuSecondsPerGigabyte.entrySet()) {
            int times = role.getKey() == CostRole.CONSUMER ? workload.consumerGroups() : 1;
            nanosPerRecord += times * role.getValue() * payloadShare * workload.recordBytes();
        }
        return surroundings.cores().orElse(1)
                * GIGA
                / nanosPerRecord
                * known.costs().saturation(codec.type());
    }

    /** Counts for all producers, each of which behaves like the simulated one. */
    private TrafficCounts counts(ReplayedTraffic traffic, double wakeUps) {
        int producers = workload.producers();
        return new TrafficCounts(
                traffic.seconds(),
                producers,
                wakeUps,
                producers * traffic.requests(),
                fetches(traffic),
                producers * traffic.batches(),
                producers * traffic.records(),
                producers * traffic.recordBytes(),
                producers * traffic.storedBytes(),
                (double) workload.partitions() / Math.min(workload.partitions(), workload.brokers()),
                workload.keyed()
                        ? TrafficCounts.scattered(
                                producers * traffic.records(), traffic.recordsPerBatch(), traffic.openBatches())
                        : 0);
    }

    /** Requests of other producers that arrive before a consumer fetches again are returned by its next fetch. */
    private double fetches(ReplayedTraffic traffic) {
        double ofOne = Math.max(traffic.fetches(), traffic.requests() / MAX_REQUESTS_PER_FETCH);
        double missed = (workload.producers() - 1)
                * ofOne
                / traffic.seconds()
                * known.costs().fetchPauseNanos()
                / GIGA;
        return workload.producers() * ofOne / (1 + missed);
    }

    /**
     * Share of batches that are closed by their linger, weighted by how much of them the codec still buffers at that
     * time.
     */
    private static double lingeredShare(CodecType type, ReplayedTraffic traffic) {
        double heldBack = KafkaBatchCodec.heldBackShare(type, traffic.recordBytesPerBatch());
        return heldBack == 0 ? 0 : Math.min(1, traffic.lateBytes() / (double) traffic.recordBytes() / heldBack);
    }
}
