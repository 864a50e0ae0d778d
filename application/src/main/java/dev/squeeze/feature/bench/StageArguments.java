package dev.squeeze.feature.bench;

import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.unit.DurationText;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The flag for a load whose rate changes over time. */
final class StageArguments {
    private static final Duration MIN = Duration.ofSeconds(5);

    @HelpGroup.In(HelpGroup.WORKLOAD)
    @Option(
            names = "--stages",
            split = ",",
            converter = StageText.Converter.class,
            paramLabel = "TIME:RATE",
            description = "Change the rate in stages, such as 1m:10000,5m:10000-50000,1h:50000: 10,000 records/s for a"
                    + " minute, then rising to 50,000 over five minutes, then 50,000 for an hour. Each arm runs"
                    + " all stages once, or as often as --rounds says.")
    List<StageText> stages = List.of();

    /** Finds mistakes before any work is done. */
    void check() {
        length().ifPresent(length -> {
            if (length.compareTo(MIN) < 0 || length.compareTo(TrialArguments.MAX_TRIAL) > 0) {
                throw new UsageException("--stages must take between " + MIN.toSeconds() + "s and "
                        + TrialArguments.MAX_TRIAL.toHours() + "h together, got " + DurationText.format(length));
            }
        });
    }

    /** Total length of all stages; absent if there are none. */
    Optional<Duration> length() {
        return stages.stream().map(StageText::length).reduce(Duration::plus);
    }

    /** @param bytesPerRecord of keys and values, for rates in bytes */
    Optional<LoadProfile> profile(double bytesPerRecord) {
        return stages.isEmpty()
                ? Optional.empty()
                : Optional.of(new LoadProfile.Staged(stages.stream()
                        .map(stage -> stage.stage(bytesPerRecord))
                        .toList()));
    }
}
