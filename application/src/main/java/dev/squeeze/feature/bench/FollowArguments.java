package dev.squeeze.feature.bench;

import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.kit.cli.HelpGroup;
import dev.squeeze.kit.cli.WrittenFile;
import dev.squeeze.kit.unit.UsageException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Flags for the figures of each second while trials run. */
final class FollowArguments {
    @HelpGroup.In(HelpGroup.OUTPUT)
    @Option(
            names = "--series",
            paramLabel = "FILE.csv",
            description =
                    "Write a row for each second of each arm's trials: rates, bytes, latency, failures and backlog.")
    @Nullable
    Path series;

    @Option(
            names = "--abort-unless",
            paramLabel = "THRESHOLD",
            description = "End the run when an arm misses this threshold for " + AbortRule.SECONDS
                    + " seconds in a row, such as 'p99<500ms' or 'records/s>9000'. The results up to then are kept;"
                    + " exit code 3.")
    @Nullable
    Threshold abortUnless;

    /**
     * Finds mistakes before any work is done.
     *
     * @param window measured time of a trial
     */
    void check(Duration window) {
        if (series != null) {
            if (!series.toString().toLowerCase(java.util.Locale.ROOT).endsWith(".csv")) {
                throw new UsageException("--series " + series + ": its name must end in .csv");
            }
            WrittenFile.check("--series", series);
        }
        if (abortUnless != null) {
            AbortRule.check(abortUnless, window);
        }
    }

    RunFollower.Options options() {
        return new RunFollower.Options(Optional.ofNullable(series), Optional.ofNullable(abortUnless));
    }
}
