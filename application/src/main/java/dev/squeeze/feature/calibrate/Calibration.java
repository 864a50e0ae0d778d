package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.Experiment;
import dev.squeeze.engine.experiment.ExperimentListener;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.RoleCpu;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.measure.CodecAlone;
import dev.squeeze.engine.predict.CodecWork;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.MachineFit;
import dev.squeeze.engine.predict.RoleCost;
import dev.squeeze.engine.predict.TrafficCounts;
import dev.squeeze.feature.calibrate.CalibrationLoads.Load;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayTiming;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Measures what clients and brokers of this machine take beside the codecs. Grows while it runs. */
public final class Calibration {
    /** Reactions that are tried, from one to the next by this factor. */
    private static final double REACTION_STEP = 1.2;

    private static final double LEAST_REACTION_NANOS = 10_000;
    private static final double MOST_REACTION_NANOS = 2_000_000;
    private static final int BATCHES_PLAYED = 1_000;
    private static final long MOST_BYTES_PLAYED = 48L << 20;

    private final List<Load> loads;
    private final Experiment experiment;
    private final Map<Codec, CompressionCurve> curves;
    private final int cores;
    private final long seed;

    /**
     * Prepares a calibration on a broker of its own.
     *
     * @param curves of {@link CalibrationLoads#codecs}, measured on the same text
     * @param cores that clients and brokers share
     */
    public Calibration(
            LoadTarget cluster,
            CalibrationLoads loads,
            Map<Codec, CompressionCurve> curves,
            ExperimentPlan plan,
            int cores,
            ExperimentListener listener) {
        this.loads = loads.all();
        this.curves = Map.copyOf(curves);
        this.cores = cores;
        this.seed = plan.seed();
        List<Arm> arms = this.loads.stream().map(Load::arm).toList();
        this.experiment =
                new Experiment(cluster, arm -> this.loads.get(arms.indexOf(arm)).payload(), arms, plan, listener);
    }

    /**
     * One load as it was.
     *
     * @param rounds that count
     * @param observation what a second of it consisted of, and what CPU time each role took for it
     * @param fitted CPU nanoseconds of each second by role, as the costs say
     * @param commonFactor of {@link MachineFit#commonFactor}
     */
    public record FittedLoad(
            String label,
            int rounds,
            MachineFit.Observation observation,
            Map<CostRole, Double> fitted,
            double commonFactor) {}

    /** What came of it. */
    public record Outcome(MachineCosts costs, List<FittedLoad> loads) {}

    private record Seen(Load load, ArmResult arm, MachineFit.Observation observation) {}

    /** Runs to the end of its budget. */
    public Experiment run() {
        experiment.run();
        return experiment;
    }

    /** The costs that explain what was seen; empty where some load shows nothing. */
    public Optional<Outcome> outcome() {
        List<Seen> seen = new ArrayList<>();
        for (int i = 0; i < loads.size(); i++) {
            ArmResult arm = experiment.arms().get(i);
            if (!arm.isValid()) {
                return Optional.empty();
            }
            seen.add(new Seen(loads.get(i), arm, observation(loads.get(i), arm)));
        }
        Map<CostRole, RoleCost> roles =
                MachineFit.of(seen.stream().map(Seen::observation).toList());
        MachineCosts threads = new MachineCosts(
                roles,
                0,
                fetchPauseNanos(seen),
                0,
                lateNanos(seen),
                saturation(seen, roles, false),
                saturation(seen, roles, true));
        MachineCosts draft = threads.withRoundTrip(roundTripNanos(seen, threads));
        MachineCosts costs = draft.withReaction(reactionNanos(seen, draft));
        return Optional.of(
                new Outcome(costs, seen.stream().map(one -> fitted(one, costs)).toList()));
    }

    private MachineFit.Observation observation(Load load, ArmResult arm) {
        double records = figure(arm, Metric.RECORDS_PER_SECOND);
        double batches = records / figure(arm, Metric.RECORDS_PER_BATCH);
        double stored = batches * figure(arm, Metric.BATCH_BYTES);
        double uncompressed =
                batches * (figure(arm, Metric.UNCOMPRESSED_BATCH_BYTES) - RecordFormatV2.BATCH_HEADER_BYTES);
        Map<CostRole, Double> cpu = RoleCpu.nanosPerRecord(arm, load.payload().bytesPerRecord());
        cpu.replaceAll((role, nanos) -> nanos * records);
        TrafficCounts counts = new TrafficCounts(
                1,
                1,
                load.rate().isPresent()
                        ? TrafficCounts.wakingsPerSecond(records, cpu.getOrDefault(CostRole.APPLICATION, 0.0) / 1e9)
                        : 0,
                figure(arm, Metric.PRODUCE_REQUESTS),
                figure(arm, Metric.FETCHES),
                batches,
                records,
                uncompressed,
                stored,
                load.partitions(),
                TrafficCounts.scattered(records, records / batches, load.openBatches()));
        Codec codec = load.settings().codec();
        double bytesPerBatch = uncompressed / batches;
        int open = load.openBatches();
        CodecAlone alone = open > 1
                ? CodecAlone.ofScattered(
                        codec,
                        load.payload().records(),
                        load.partitions(),
                        records / batches,
                        open,
                        load.rate().isPresent() ? 1 : 0)
                : curve(codec).alone(curve(Codec.NONE), bytesPerBatch);
        CodecWork work = new CodecWork(
                codec.type(),
                uncompressed * alone.compressNanosPerByte(),
                uncompressed * alone.decompressNanosPerByte(),
                load.rate().isPresent() ? alone.closingShare() : 0);
        return new MachineFit.Observation(counts, work, cpu);
    }

    private CompressionCurve curve(Codec codec) {
        CompressionCurve curve = curves.get(codec);
        if (curve == null) {
            throw new IllegalArgumentException(codec + " was not measured");
        }
        return curve;
    }

    private static double figure(ArmResult arm, Metric metric) {
        return arm.estimate(metric)
                .orElseThrow(() -> new IllegalStateException(
                        "the load '" + arm.arm().label() + "' does not show " + metric.title()));
    }

    /** A single record's way there and back at a trickle, less the threads' own time. */
    private static double roundTripNanos(List<Seen> seen, MachineCosts costs) {
        return seen.stream()
                .filter(one -> one.load().settings().lingerMillis() == 0)
                .mapToDouble(one -> {
                    TrafficCounts counts = one.observation().counts();
                    return figure(one.arm(), Metric.ACK_P50) * 1e6
                            - costs.requestNanos(
                                    counts.requests(),
                                    counts.batches() / counts.requests(),
                                    counts.records() / counts.requests());
                })
                .filter(nanos -> nanos > 0)
                .min()
                .orElse(0);
    }

    /** No consumer asks more often than after every answer, and after its own work for it. */
    private static double fetchPauseNanos(List<Seen> seen) {
        return seen.stream()
                .map(Seen::observation)
                .max(Comparator.comparingDouble(load -> load.counts().fetches()))
                .map(load -> Math.max(0, 1e9 - load.cpuNanos().getOrDefault(CostRole.CONSUMER, 0.0))
                        / load.counts().fetches())
                .orElse(0.0);
    }

    /**
     * How much of the cores clients and brokers have where all goes as fast as it can, as the costs tell it; the rest goes to
     * collectors, compilers, the system, and waiting for one another.
     */
    private double saturation(List<Seen> seen, Map<CostRole, RoleCost> roles, boolean compressing) {
        MachineCosts costs = new MachineCosts(roles, 0, 0, 0, 0, 1, 1);
        return seen.stream()
                .filter(one -> one.load().rate().isEmpty())
                .filter(one -> compressing == !one.load().settings().codec().equals(Codec.NONE))
                .mapToDouble(one -> fitted(one, costs).fitted().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum()
                        / (cores * 1e9))
                .average()
                .orElse(1);
    }

    /** Batches that only their linger closes gather for so much longer than it says. */
    private static double lateNanos(List<Seen> seen) {
        double[] late = seen.stream()
                .filter(one -> one.load().label().endsWith(CalibrationLoads.LINGERING))
                .mapToDouble(one -> {
                    double records = figure(one.arm(), Metric.RECORDS_PER_BATCH);
                    // The first begins the batch; the last came half a distance before its end, on average.
                    double gatheredNanos = (records - 0.5) / one.load().rate().orElseThrow() * 1e9;
                    return Math.max(0, gatheredNanos - one.load().settings().lingerMillis() * 1e6);
                })
                .sorted()
                .toArray();
        // A stall in a single load is none of a sender's doing.
        return late.length == 0 ? 0 : (late[(late.length - 1) / 2] + late[late.length / 2]) / 2;
    }

    /** The reaction with which the producer, as it is played, makes the batches that were seen. */
    private double reactionNanos(List<Seen> seen, MachineCosts draft) {
        Seen crumbs = seen.stream()
                .filter(one -> one.load().label().equals(CalibrationLoads.CRUMBS))
                .findFirst()
                .orElseThrow();
        double requests = crumbs.observation().counts().requests();
        double wanted = Math.log(figure(crumbs.arm(), Metric.RECORDS_PER_BATCH));
        double best = LEAST_REACTION_NANOS;
        double least = Double.MAX_VALUE;
        for (double nanos = LEAST_REACTION_NANOS; nanos < MOST_REACTION_NANOS; nanos *= REACTION_STEP) {
            double off = Math.abs(Math.log(played(crumbs.load(), requests, draft.withReaction(nanos))) - wanted);
            if (off < least) {
                least = off;
                best = nanos;
            }
        }
        return best;
    }

    private double played(Load load, double requestsPerSecond, MachineCosts costs) {
        ReplayTiming timing = costs.timing(CodecAlone.NOTHING, requestsPerSecond);
        ReplayPlan plan = new ReplayPlan(
                load.settings().codec(),
                load.settings().batchSizeBytes(),
                load.settings().lingerMillis(),
                load.partitions(),
                1,
                new ReplayPlan.Arrivals.Even(load.rate().orElseThrow()),
                timing);
        int[] next = {0};
        try (ProducerReplay producer = new ProducerReplay(plan, seed)) {
            return producer.send(
                            () -> load.payload()
                                    .record(next[0]++ % load.payload().size()),
                            record -> ProducerReplay.partitionOf(record, load.partitions()),
                            new ProducerReplay.Extent(MOST_BYTES_PLAYED, BATCHES_PLAYED, MOST_BYTES_PLAYED))
                    .recordsPerBatch();
        }
    }

    private static FittedLoad fitted(Seen one, MachineCosts costs) {
        MachineFit.Observation seen = one.observation();
        Map<CostRole, Double> fitted = new EnumMap<>(CostRole.class);
        for (CostRole role : seen.cpuNanos().keySet()) {
            fitted.put(role, costs.cpuNanos(role, seen.counts(), seen.work()));
        }
        return new FittedLoad(
                one.load().label(), one.arm().rounds(), seen, fitted, MachineFit.commonFactor(seen, costs.roles()));
    }
}
