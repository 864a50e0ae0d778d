package dev.squeeze.report;

import dev.squeeze.experiment.Calibration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What {@code squeeze calibrate} found.
 *
 * @param schemaVersion version of the document's form
 * @param cluster that was loaded
 * @param rounds complete ones
 * @param roundsLeftOut leading ones that do not count, since the JVMs were still warming up
 * @param trialSeconds of measuring in each trial
 * @param interrupted whether the user ended it
 * @param failure why it ended early
 * @param machine the costs; absent where some load shows nothing
 * @param loads what they were taken from, and how well they explain it
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
        Optional<MachineInfo> machine,
        List<LoadInfo> loads)
        implements Result {
    public CalibrateResult {
        loads = List.copyOf(loads);
    }

    /**
     * One load.
     *
     * @param measuredCores cores that each role was busy with, by {@link dev.squeeze.model.CostRole#key}
     * @param fittedCores what the costs say of it
     */
    public record LoadInfo(
            String label,
            int rounds,
            double recordsPerSecond,
            double recordsPerBatch,
            Map<String, Double> measuredCores,
            Map<String, Double> fittedCores) {
        static LoadInfo of(Calibration.FittedLoad load) {
            Map<String, Double> measured = new TreeMap<>();
            load.measured().forEach((role, nanos) -> measured.put(role.key(), nanos / 1e9));
            Map<String, Double> fitted = new TreeMap<>();
            load.fitted().forEach((role, nanos) -> fitted.put(role.key(), nanos / 1e9));
            return new LoadInfo(
                    load.label(), load.rounds(), load.recordsPerSecond(), load.recordsPerBatch(), measured, fitted);
        }
    }

    /** Of what a calibration has found so far. */
    public static CalibrateResult of(
            RunInfo run,
            ClusterInfo cluster,
            int rounds,
            int roundsLeftOut,
            double trialSeconds,
            boolean interrupted,
            Optional<String> failure,
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
                outcome.map(found -> MachineInfo.of(found.costs())),
                outcome.map(found -> found.loads().stream().map(LoadInfo::of).toList())
                        .orElse(List.of()));
    }
}
