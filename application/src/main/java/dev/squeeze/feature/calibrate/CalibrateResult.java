package dev.squeeze.feature.calibrate;

import dev.squeeze.engine.drivers.DriverHello;
import dev.squeeze.engine.predict.CodecWork;
import dev.squeeze.engine.predict.CostRole;
import dev.squeeze.engine.predict.FitObservation;
import dev.squeeze.engine.predict.MachineFit;
import dev.squeeze.engine.predict.MachineSpeed;
import dev.squeeze.engine.predict.TrafficCounts;
import dev.squeeze.kit.document.ClusterInfo;
import dev.squeeze.kit.document.Document;
import dev.squeeze.kit.document.Result;
import dev.squeeze.kit.document.ResultKind;
import dev.squeeze.kit.document.RunInfo;
import dev.squeeze.kit.format.CodecType;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What {@code squeeze calibrate} found.
 *
 * @param schemaVersion version of the document's form
 * @param cluster that was loaded
 * @param rounds complete ones
 * @param roundsLeftOut leading ones that do not count, because the JVMs were still warming up
 * @param trialSeconds of measuring in each trial
 * @param interrupted whether the user stopped it
 * @param failure why it ended early
 * @param client that sent instead of Java's, as users name it; its costs are those of the roles application and sender together
 * @param clientVersion of its library
 * @param speed what a probe said of the machine before the loads, so that its costs can be those of another; absent in older
 *     documents
 * @param machine the costs; absent where a load has no valid trial
 * @param loads that the costs were fitted to, and how well they explain them
 */
public record CalibrateResult(
        int schemaVersion,
        String kind,
        RunInfo run,
        ClusterInfo cluster,
        int rounds,
        int roundsLeftOut,
        double trialSeconds,
        boolean interrupted,
        Optional<String> failure,
        Optional<String> client,
        Optional<String> clientVersion,
        Optional<MachineSpeed> speed,
        Optional<MachineInfo> machine,
        List<LoadInfo> loads)
        implements Result {
    public static final ResultKind KIND = new ResultKind("calibrate", CalibrateResult.class, 2);

    public CalibrateResult {
        loads = List.copyOf(loads);
    }

    /** Whether an error or the user ended it before all its rounds, of which its costs would be taken for those. */
    boolean isCutShort() {
        return interrupted || failure.isPresent();
    }

    /**
     * One load.
     *
     * @param key of {@link LoadKey}
     * @param label for people
     * @param perSecond what a second of it consisted of
     * @param measuredCores cores that each role was busy with, by {@link dev.squeeze.engine.predict.CostRole#key}
     * @param fittedCores by the costs
     * @param commonFactor of {@link MachineFit#commonFactor}
     */
    public record LoadInfo(
            String key,
            String label,
            int rounds,
            LoadCounts perSecond,
            Map<String, Double> measuredCores,
            Map<String, Double> fittedCores,
            double commonFactor) {
        static LoadInfo of(Calibration.FittedLoad load) {
            Map<String, Double> measured = new TreeMap<>();
            load.observation().cpuNanos().forEach((role, nanos) -> measured.put(role.key(), nanos / 1e9));
            Map<String, Double> fitted = new TreeMap<>();
            load.fitted().forEach((role, nanos) -> fitted.put(role.key(), nanos / 1e9));
            return new LoadInfo(
                    load.key().toString(),
                    load.label(),
                    load.rounds(),
                    LoadCounts.of(load.observation()),
                    measured,
                    fitted,
                    load.commonFactor());
        }

        /** Relative error of the costs for a role, without what all roles have in common; empty where nothing was measured. */
        OptionalDouble unexplained(String role) {
            double measured = measuredCores.getOrDefault(role, 0.0);
            return measured > 0
                    ? OptionalDouble.of(commonFactor * fittedCores.getOrDefault(role, 0.0) / measured - 1)
                    : OptionalDouble.empty();
        }

        private FitObservation observation() {
            Map<CostRole, Double> nanos = new EnumMap<>(CostRole.class);
            for (CostRole role : CostRole.values()) {
                Optional.ofNullable(measuredCores.get(role.key())).ifPresent(busy -> nanos.put(role, busy * 1e9));
            }
            return new FitObservation(perSecond.counts(), perSecond.work(), nanos);
        }
    }

    /**
     * What a second of a load consisted of, so that costs can be fitted to it again.
     *
     * @param wakeUps of the application thread that sends
     * @param requests from the producer
     * @param fetches of the consumer
     * @param uncompressedBytes of records, framing included
     * @param storedBytes of batches
     * @param codec that the batches are in
     * @param compressCores what compressing the same batches takes in isolation
     * @param decompressCores what decompressing them takes in isolation
     * @param lateShare of the compression that falls to the producer's network thread
     * @param partitionsPerFetch that a consumer asks a broker for at once
     * @param scatteredRecords that lie far from the others of their batch in the producer's memory
     */
    public record LoadCounts(
            double wakeUps,
            double requests,
            double fetches,
            double batches,
            double records,
            double uncompressedBytes,
            double storedBytes,
            String codec,
            double compressCores,
            double decompressCores,
            double lateShare,
            double partitionsPerFetch,
            double scatteredRecords) {
        private static LoadCounts of(FitObservation load) {
            TrafficCounts counts = load.counts();
            CodecWork work = load.work();
            return new LoadCounts(
                    counts.wakeUps(),
                    counts.requests(),
                    counts.fetches(),
                    counts.batches(),
                    counts.records(),
                    counts.recordBytes(),
                    counts.storedBytes(),
                    work.codec().label(),
                    work.compressNanos() / 1e9,
                    work.decompressNanos() / 1e9,
                    work.lateShare(),
                    counts.partitionsPerFetch(),
                    counts.scatteredRecords());
        }

        private TrafficCounts counts() {
            return new TrafficCounts(
                    1,
                    1,
                    wakeUps,
                    requests,
                    fetches,
                    batches,
                    records,
                    uncompressedBytes,
                    storedBytes,
                    partitionsPerFetch,
                    scatteredRecords);
        }

        private CodecWork work() {
            CodecType type = CodecType.named(codec)
                    .orElseThrow(() -> new IllegalArgumentException("there is no codec '" + codec + "'"));
            return new CodecWork(type, compressCores * 1e9, decompressCores * 1e9, lateShare);
        }

        double recordsPerBatch() {
            return records / batches;
        }
    }

    /**
     * What was measured of each load.
     *
     * @throws IllegalArgumentException where a key is not known
     * @throws IllegalStateException where a load is there twice
     */
    public Map<LoadKey, FitObservation> observations() {
        return loads.stream().collect(Collectors.toMap(load -> LoadKey.parse(load.key()), LoadInfo::observation));
    }

    public static CalibrateResult of(
            RunInfo run,
            ClusterInfo cluster,
            int rounds,
            int roundsLeftOut,
            double trialSeconds,
            boolean interrupted,
            Optional<String> failure,
            Optional<DriverHello> client,
            Optional<MachineSpeed> speed,
            Optional<Calibration.Outcome> outcome) {
        return new CalibrateResult(
                SCHEMA_VERSION,
                "calibrate",
                run,
                cluster,
                rounds,
                roundsLeftOut,
                trialSeconds,
                interrupted,
                failure,
                client.map(DriverHello::client),
                client.map(DriverHello::version),
                speed,
                outcome.map(found -> MachineInfo.of(found.costs())),
                outcome.map(found -> found.loads().stream().map(LoadInfo::of).toList())
                        .orElse(List.of()));
    }

    @Override
    public Document document() {
        return CalibrateDocument.of(this);
    }

    @Override
    public String csv() {
        return CalibrateDocument.csv(this);
    }
}
