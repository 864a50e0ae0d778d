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

/** Follows the trials of a run second by second: writes the series, watches what must hold, and shows how long ones stand. */
final class RunFollower implements AutoCloseable {
    private final Optional<SeriesFile> series;
    private final Wishes wishes;
    private final Consumer<String> trouble;
    private final BiConsumer<String, Double> progress;
    private boolean writing = true;
    private Optional<BenchPlanInfo.AbortInfo> aborted = Optional.empty();

    /**
     * What the user wants of it.
     *
     * @param series file that gets a row for each second
     * @param abortUnless what must hold for the run to go on
     */
    record Wishes(Optional<Path> series, Optional<Threshold> abortUnless) {}

    /**
     * @param trouble gets what went wrong with the file, once; the run goes on
     * @param progress gets how a trial stands, in words, and the seconds of it that are over
     */
    RunFollower(Wishes wishes, Consumer<String> trouble, BiConsumer<String, Double> progress) {
        this.wishes = wishes;
        this.trouble = trouble;
        this.progress = progress;
        this.series = wishes.series().map(SeriesFile::create);
    }

    /** @param number of the arm's trials, from 1 */
    TrialWatch watch(Arm arm, int number) {
        Optional<AbortRule> rule = wishes.abortUnless().map(AbortRule::new);
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
                        wishes.abortUnless().orElseThrow().text(),
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
            trouble.accept("cannot write --series " + wishes.series().orElseThrow() + ": " + failure.getMessage()
                    + "; the run goes on");
        }
    }

    /** Why the run was ended; empty if it was not. */
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
