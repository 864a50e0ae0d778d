package dev.squeeze.feature.measure;

import dev.squeeze.engine.measure.ClientSweep;
import dev.squeeze.engine.measure.CodecMeasurement;
import dev.squeeze.engine.measure.Contention;
import dev.squeeze.engine.measure.SkippedSetting;
import dev.squeeze.engine.measure.SweepResult;
import java.util.List;
import java.util.Optional;

/**
 * A sweep, as documents have it.
 *
 * @param budgetSeconds time that the sweep was allowed
 * @param rounds complete rounds that the speeds rest on
 * @param interrupted true where the user ended it early
 * @param contention whether other work took the processor; absent where that is not known
 * @param measurements by batch size and setting
 * @param skipped settings that were left out, and why
 * @param clients codecs of other client libraries, in the same rounds; empty where none were asked for
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
        // Documents of earlier versions have none.
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
