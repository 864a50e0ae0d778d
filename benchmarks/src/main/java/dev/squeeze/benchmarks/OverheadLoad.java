package dev.squeeze.benchmarks;

import dev.squeeze.engine.load.ConsumerSettings;
import dev.squeeze.engine.load.LoadProfile;
import dev.squeeze.engine.load.LoadSettings;
import dev.squeeze.engine.load.LoadTarget;
import dev.squeeze.engine.load.Payload;
import dev.squeeze.engine.load.Trial;
import dev.squeeze.engine.load.TrialPlan;
import dev.squeeze.engine.load.TrialResult;
import dev.squeeze.kit.format.Codec;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Option;

/** The load that both sides of {@link WorkerOverhead} send, as command-line options. */
final class OverheadLoad {
    private static final Duration TIMEOUT = Duration.ofSeconds(60);

    @Option(names = "--rate", defaultValue = "0", description = "Records/s; 0 for a closed loop (default: 0).")
    double rate;

    @Option(names = "--codec", defaultValue = "zstd:3")
    String codec = "";

    @Option(names = "--trial", defaultValue = "2s", description = "Window of a trial (default: ${DEFAULT-VALUE}).")
    Duration trial = Duration.ofSeconds(2);

    @Option(
            names = "--ramp",
            defaultValue = "2s",
            description =
                    "Sending before the window: longer than a new topic's partitions, whose first batches cost the broker"
                            + " more, take to begin (default: ${DEFAULT-VALUE}).")
    Duration ramp = Duration.ofSeconds(2);

    /** Arguments for another process that sends the same load. */
    List<String> flags() {
        return List.of(
                "--rate",
                String.valueOf(rate),
                "--codec",
                codec,
                "--trial",
                trial.toMillis() + "ms",
                "--ramp",
                ramp.toMillis() + "ms");
    }

    TrialResult trial(LoadTarget target, String topic, Payload payload) {
        TrialResult result =
                Trial.run(target, topic, settings(), payload, new TrialPlan(ramp, trial, TIMEOUT, false), () -> false);
        if (!result.isValid()) {
            throw new IllegalStateException(String.join("; ", result.problems()));
        }
        return result;
    }

    private LoadSettings settings() {
        return new LoadSettings(
                ClientSetup.properties(Codec.parse(codec)),
                1,
                1,
                1,
                12,
                1,
                Map.of(),
                rate > 0 ? new LoadProfile.OpenLoop(rate) : new LoadProfile.ClosedLoop(),
                ConsumerSettings.one(ConsumerSettings.When.NEVER));
    }

    @Override
    public String toString() {
        return String.format(
                "%s, %s; windows of %.1f s after a ramp of %.1f s",
                codec, rate > 0 ? rate + " records/s" : "closed loop", trial.toMillis() / 1e3, ramp.toMillis() / 1e3);
    }
}
