package dev.squeeze.feature.bench;

import static dev.squeeze.kit.document.Figures.say;

import dev.squeeze.engine.experiment.Arm;
import dev.squeeze.engine.experiment.Threshold;
import dev.squeeze.engine.load.TrialSecond;
import dev.squeeze.engine.load.TrialWatch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;

/**
 * Follows the trials of a run second by second: writes the series file, checks the abort threshold, and reports
 * progress.
 */
final class RunFollower implements AutoCloseable {
    private final Optional<SeriesFile> series;
    private final Options options;
    private final Consumer<String> trouble;
    private final BiConsumer<String, Double> progress;
    private boolean writing = true;
    private Optional<BenchPlanInfo.AbortInfo> aborted = Optional.empty();

    /**
     * What the user requested.
     *
     * @param series file that receives a row for each second
     * @param abortUnless threshold that must be met for the run to continue
     */
    record Options(Optional<Path> series, Optional<Threshold> abortUnless) {}

    /**
     * @param trouble receives a message if the file cannot be written, at most once; the run continues
     * @param progress receives the state of a trial in words, and its elapsed seconds
     */
    RunFollower(Options options, Consumer<String> trouble, BiConsumer<String, Double> progress) {
        this.options = options;
        this.trouble = trouble;
        this.progress = progress;
        this.series = options.series().map(SeriesFile::create);
    }

    /** @param number of the arm's trials, from 1 */
    TrialWatch watch(Arm arm, int number) {
        Optional<AbortRule> rule = options.abortUnless().map(AbortRule::new);
        return new TrialWatch() {
            @Override
            public boolean wantsLatencies() {
                return series.isPresent() || rule.isPresent();
            }

            @Override
            public boolean keepsInterrupted() {
                return true;
            }

            @Override
            public boolean afterSecond(TrialSecond second) {
                write(arm, number, second);
                progress.accept(
                        say(
                                "round %d, %s: %,.0f records/s",
                                number, arm.label(), second.acknowledged() / second.seconds()),
                        second.untilSeconds());
                if (rule.isEmpty() || !rule.get().isMissedAfter(second)) {
                    return false;
                }
                aborted = Optional.of(new BenchPlanInfo.AbortInfo(
                        options.abortUnless().orElseThrow().text(),
                        arm.label(),
                        number,
                        second.untilSeconds(),
                        rule.get().value(second)));
                return true;
            }
        };
    }

    private void write(Arm arm, int number, TrialSecond second) {
        if (series.isEmpty() || !writing) {
            return;
        }
        try {
            series.get().add(arm.label(), number, second);
        } catch (IOException e) {
            stopWriting(e);
        }
    }

    private void stopWriting(IOException failure) {
        if (writing) {
            writing = false;
            trouble.accept("cannot write --series " + options.series().orElseThrow() + ": " + failure.getMessage()
                    + "; the run continues");
        }
    }

    /** Why {@code --abort-unless} ended the run; empty if it did not. */
    Optional<BenchPlanInfo.AbortInfo> aborted() {
        return aborted;
    }

    @Override
    public void close() {
        try {
            if (series.isPresent()) {
                series.get().close();
            }
        } catch (IOException e) {
            stopWriting(e);
        }
    }
}
