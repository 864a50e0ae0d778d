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
 * The result of {@code squeeze calibrate}.
 *
 * @param schemaVersion version of the document's format
 * @param cluster cluster that the loads ran on
 * @param rounds complete rounds
 * @param roundsLeftOut leading rounds that are not counted, because the JVMs were still warming up
 * @param trialSeconds measured time of each trial
 * @param interrupted whether the user interrupted it
 * @param failure why it ended early
 * @param client client library that sent instead of Java's; its costs are the sum of the roles application and sender
 * @param clientVersion version of that library
 * @param speed speed of the machine, probed before the loads, so that the costs can be scaled to another machine;
 *     absent in older documents
 * @param machine the costs; absent if a load has no valid trial
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

    /**
     * Whether an error or the user ended the run before all rounds were done, so that its costs are not those of a
     * complete calibration.
     */
    boolean isCutShort() {
        return interrupted || failure.isPresent();
    }

    /**
     * One load.
     *
     * @param key text of the {@link LoadKey}
     * @param label name for readers
     * @param perSecond counts per second
     * @param measuredCores cores that each role was busy with, by {@link dev.squeeze.engine.predict.CostRole#key}
     * @param fittedCores cores according to the fitted costs
     * @param commonFactor see {@link MachineFit#commonFactor}
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

        /**
         * Relative error of the costs for a role, without the deviation that all roles have in common; empty if nothing
         * was measured.
         */
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
     * Counts of a load per second, so that costs can be fitted to it again.
     *
     * @param wakeUps wake-ups of the application thread that sends
     * @param produce requests
     * @param fetch requests of the consumer
     * @param uncompressedBytes bytes of records, including framing
     * @param storedBytes bytes of batches as stored
     * @param codec codec of the batches
     * @param compressCores cores needed to compress the same batches in isolation
     * @param decompressCores cores needed to decompress them in isolation
     * @param lateShare share of the compression that is done by the producer's network thread
     * @param partitionsPerFetch partitions in each fetch request
     * @param scatteredRecords records that are far from the others of their batch in the producer's memory
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
     * Measurements of each load.
     *
     * @throws IllegalArgumentException if a key is unknown
     * @throws IllegalStateException if a load is present twice
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
