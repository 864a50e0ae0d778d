package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.ArmResult;
import dev.squeeze.engine.experiment.Experiment;
import dev.squeeze.engine.experiment.ExperimentListener;
import dev.squeeze.engine.experiment.ExperimentPlan;
import dev.squeeze.engine.experiment.Metric;
import dev.squeeze.engine.experiment.RoleCpu;
import dev.squeeze.engine.load.ForeignClient;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.measure.CodecAlone;
import dev.squeeze.engine.predict.ClientCodecCpu;
import dev.squeeze.engine.predict.ClientProfile;
import dev.squeeze.engine.predict.CodecWork;
import dev.squeeze.engine.predict.CompressionCurve;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.FitObservation;
import dev.squeeze.engine.predict.MachineCosts;
import dev.squeeze.engine.predict.MachineFit;
import dev.squeeze.engine.predict.RoleCost;
import dev.squeeze.engine.predict.TrafficCounts;
import dev.squeeze.feature.calibrate.CalibrationLoads.Load;
import dev.squeeze.kit.cli.FailedException;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.ProducerReplay;
import dev.squeeze.kit.kafka.ReplayExtent;
import dev.squeeze.kit.kafka.ReplayPlan;
import dev.squeeze.kit.kafka.ReplayTiming;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures the CPU cost of clients and brokers on this machine, without the codecs. For clients other than Java's only
 * the whole process is visible, so its cost is the sum of {@link CostRole#APPLICATION} and {@link CostRole#SENDER}.
 */
public final class Calibration {
    /** Ratio between successive reaction times that are tried. */
    private static final double REACTION_STEP = 1.2;

    private static final double MIN_REACTION_NANOS = 10_000;
    private static final double MAX_REACTION_NANOS = 2_000_000;
    private static final int SIMULATED_BATCHES = 1_000;
    private static final long MAX_SIMULATED_BYTES = 48L << 20;

    private final List<Load> loads;
    private final Experiment experiment;
    private final Map<Codec, CompressionCurve> curves;
    private final Optional<ForeignClient> client;
    private final int cores;
    private final long seed;

    /**
     * @param curves compression curves of {@link CalibrationLoads#codecs}, measured on the same text
     * @param client client that sends instead of Java's
     * @param cores cores that clients and brokers share
     */
    public Calibration(
            LoadTarget cluster,
            CalibrationLoads loads,
            Map<Codec, CompressionCurve> curves,
            Optional<ForeignClient> client,
            ExperimentPlan plan,
            int cores,
            ExperimentListener listener) {
        this.loads = loads.all();
        this.curves = Map.copyOf(curves);
        this.client = client;
        this.cores = cores;
        this.seed = plan.seed();
        List<Arm> arms = this.loads.stream().map(load -> load.arm(client)).toList();
        this.experiment =
                new Experiment(cluster, arm -> this.loads.get(arms.indexOf(arm)).payload(), arms, plan, listener);
    }

    /**
     * One load, with its measured CPU time and that according to the fitted costs.
     *
     * @param rounds counted rounds
     * @param observation counts per second, and the CPU time that each role took for them
     * @param fitted CPU nanoseconds per second by role, according to the costs
     * @param commonFactor see {@link MachineFit#commonFactor}
     */
    public record FittedLoad(
            LoadKey key,
            String label,
            int rounds,
            FitObservation observation,
            Map<CostRole, Double> fitted,
            double commonFactor) {}

    public record Outcome(MachineCosts costs, List<FittedLoad> loads) {}

    private record MeasuredLoad(Load load, ArmResult arm, FitObservation observation) {}

    public Experiment run() {
        experiment.run();
        return experiment;
    }

    /** Fits the costs to the measurements; empty if a load has no valid trial. */
    public Optional<Outcome> outcome() {
        List<MeasuredLoad> measured = new ArrayList<>();
        for (int i = 0; i < loads.size(); i++) {
            ArmResult arm = experiment.arms().get(i);
            if (!arm.isValid()) {
                return Optional.empty();
            }
            measured.add(new MeasuredLoad(loads.get(i), arm, observation(loads.get(i), arm)));
        }
        Map<CostRole, RoleCost> roles =
                roles(measured.stream().map(MeasuredLoad::observation).toList());
        MachineCosts threads = new MachineCosts(
                roles,
                0,
                fetchPauseNanos(measured),
                0,
                // Other clients limit batches by their uncompressed size, so these loads fill them.
                client.isPresent() ? 0 : lateNanos(measured),
                saturation(measured, roles, false),
                saturation(measured, roles, true));
        MachineCosts draft = threads.withRoundTrip(roundTripNanos(measured, threads));
        // Only Java's network thread has a reaction time.
        MachineCosts costs = client.isPresent() ? draft : draft.withReaction(reactionNanos(measured, draft));
        return Optional.of(new Outcome(
                costs, measured.stream().map(load -> fitted(load, costs)).toList()));
    }

    private FitObservation observation(Load load, ArmResult arm) {
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
                        ? TrafficCounts.wakeUpsPerSecond(records, cpu.getOrDefault(CostRole.APPLICATION, 0.0) / 1e9)
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
                uncompressed
                        * alone.compressNanosPerByte()
                        * ClientCodecCpu.factor(
                                client.flatMap(ForeignClient::profile).orElse(ClientProfile.JAVA),
                                codec,
                                bytesPerBatch),
                uncompressed * alone.decompressNanosPerByte(),
                // Other clients compress each batch as a whole.
                load.rate().isPresent() && client.isEmpty() ? alone.closingShare() : 0);
        return new FitObservation(counts, work, cpu);
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
                .orElseThrow(() ->
                        new FailedException("the load '" + arm.arm().label() + "' does not show " + metric.title()));
    }

    /** Median latency of single records without linger, minus the CPU time of the threads involved. */
    private static double roundTripNanos(List<MeasuredLoad> loads, MachineCosts costs) {
        return loads.stream()
                .filter(load -> load.load().settings().lingerMillis() == 0)
                .mapToDouble(load -> {
                    TrafficCounts counts = load.observation().counts();
                    return figure(load.arm(), Metric.ACK_P50) * 1e6
                            - costs.requestNanos(
                                    counts.requests(),
                                    counts.batches() / counts.requests(),
                                    counts.records() / counts.requests());
                })
                .filter(nanos -> nanos > 0)
                .min()
                .orElse(0);
    }

    /**
     * Pause between fetches, from the load with the highest fetch rate: there a consumer sends its next fetch as soon
     * as it has processed a response.
     */
    private static double fetchPauseNanos(List<MeasuredLoad> loads) {
        return loads.stream()
                .map(MeasuredLoad::observation)
                .max(Comparator.comparingDouble(load -> load.counts().fetches()))
                .map(load -> Math.max(0, 1e9 - load.cpuNanos().getOrDefault(CostRole.CONSUMER, 0.0))
                        / load.counts().fetches())
                .orElse(0.0);
    }

    /**
     * Share of the cores that clients and brokers use under unthrottled load, according to the costs; the rest goes to
     * garbage collection, JIT compilation, the operating system, and waiting.
     */
    private double saturation(List<MeasuredLoad> loads, Map<CostRole, RoleCost> roles, boolean compressing) {
        MachineCosts costs = new MachineCosts(roles, 0, 0, 0, 0, 1, 1);
        return loads.stream()
                .filter(load -> load.load().rate().isEmpty())
                .filter(load -> compressing == !load.load().settings().codec().equals(Codec.NONE))
                .mapToDouble(load -> fitted(load, costs).fitted().values().stream()
                                .mapToDouble(Double::doubleValue)
                                .sum()
                        / (cores * 1e9))
                .average()
                .orElse(1);
    }

    /** How much longer than {@code linger.ms} batches stay open if nothing else closes them. */
    private static double lateNanos(List<MeasuredLoad> loads) {
        double[] late = loads.stream()
                .filter(load -> load.load().key().kind() == LoadKind.LINGERING)
                .mapToDouble(load -> {
                    double records = figure(load.arm(), Metric.RECORDS_PER_BATCH);
                    // The first record opens the batch; on average, the last one arrives half an interval before it is
                    // closed.
                    double gatheredNanos = (records - 0.5) / load.load().rate().orElseThrow() * 1e9;
                    return Math.max(0, gatheredNanos - load.load().settings().lingerMillis() * 1e6);
                })
                .sorted()
                .toArray();
        // The median: a stall in a single load is not the sender's reaction.
        return late.length == 0 ? 0 : (late[(late.length - 1) / 2] + late[late.length / 2]) / 2;
    }

    /** The reaction time with which the simulated producer produces batches as large as those measured. */
    private double reactionNanos(List<MeasuredLoad> loads, MachineCosts draft) {
        MeasuredLoad partial = loads.stream()
                .filter(load -> load.load().key().kind() == LoadKind.PARTITIONED_PARTIAL_BATCHES)
                .findFirst()
                .orElseThrow();
        double requests = partial.observation().counts().requests();
        double target = Math.log(figure(partial.arm(), Metric.RECORDS_PER_BATCH));
        double best = MIN_REACTION_NANOS;
        double least = Double.MAX_VALUE;
        for (double nanos = MIN_REACTION_NANOS; nanos < MAX_REACTION_NANOS; nanos *= REACTION_STEP) {
            double off = Math.abs(
                    Math.log(simulatedRecordsPerBatch(partial.load(), requests, draft.withReaction(nanos))) - target);
            if (off < least) {
                least = off;
                best = nanos;
            }
        }
        return best;
    }

    private double simulatedRecordsPerBatch(Load load, double requestsPerSecond, MachineCosts costs) {
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
                            new ReplayExtent(MAX_SIMULATED_BYTES, SIMULATED_BATCHES, MAX_SIMULATED_BYTES))
                    .recordsPerBatch();
        }
    }

    /** The fit needs the CPU time of threads, which some systems do not report. */
    private static Map<CostRole, RoleCost> roles(List<FitObservation> observations) {
        try {
            return MachineFit.of(observations);
        } catch (IllegalArgumentException e) {
            throw new FailedException(
                    "this machine's costs cannot be determined: " + e.getMessage() + "; run squeeze calibrate again",
                    e);
        }
    }

    private static FittedLoad fitted(MeasuredLoad load, MachineCosts costs) {
        FitObservation measured = load.observation();
        Map<CostRole, Double> fitted = new EnumMap<>(CostRole.class);
        for (CostRole role : measured.cpuNanos().keySet()) {
            fitted.put(role, MachineFit.fittedNanos(measured, role, costs.roles()));
        }
        return new FittedLoad(
                load.load().key(),
                load.load().label(),
                load.arm().rounds(),
                measured,
                fitted,
                MachineFit.commonFactor(measured, costs.roles()));
    }
}
