package dev.squeeze.engine.measure;

import java.util.List;
import java.util.Optional;

/**
 * What a sweep found.
 *
 * @param measurements by batch size and codec
 * @param skipped settings that were left out, with the reason
 * @param contention empty where no speed was taken
 * @param rounds complete rounds behind the speeds
 * @param interrupted true where the user ended it early
 */
public record SweepResult(
        List<CodecMeasurement> measurements,
        List<SkippedSetting> skipped,
        Optional<Contention> contention,
        int rounds,
        boolean interrupted) {
    public SweepResult {
        measurements = List.copyOf(measurements);
        skipped = List.copyOf(skipped);
    }
}
