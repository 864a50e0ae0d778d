package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.ClientSweep;
import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.Contention;
import dev.squeeze.engine.measure.SkippedSetting;
import dev.squeeze.engine.measure.SweepResult;
import java.util.List;
import java.util.Optional;

/**
 * A sweep in a result document.
 *
 * @param budgetSeconds time that the sweep was allowed
 * @param rounds complete rounds that the speeds were measured in
 * @param interrupted true if the user ended it early
 * @param contention whether other programs were using the processor; absent if unknown
 * @param measurements by batch size and setting
 * @param skipped settings that were left out, and why
 * @param clients codecs of other client libraries, measured in the same rounds; empty if none were requested
 */
public record SweepInfo(
        double budgetSeconds,
        int rounds,
        boolean interrupted,
        Optional<Contention> contention,
        List<CodecMeasurement> measurements,
        List<SkippedSetting> skipped,
        List<ClientSweep> clients) {
    public SweepInfo {
        measurements = List.copyOf(measurements);
        skipped = List.copyOf(skipped);
        // Documents of earlier versions do not have this field.
        clients = clients == null ? List.of() : List.copyOf(clients);
    }

    public static SweepInfo of(double budgetSeconds, SweepResult sweep) {
        return new SweepInfo(
                budgetSeconds,
                sweep.rounds(),
                sweep.interrupted(),
                sweep.contention(),
                sweep.measurements(),
                sweep.skipped(),
                sweep.clients());
    }
}
