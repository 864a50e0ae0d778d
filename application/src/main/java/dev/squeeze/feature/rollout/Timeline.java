package dev.squeeze.feature.rollout;

import dev.squeeze.feature.rollout.RolloutResult.Step;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.cli.StoppedException;
import dev.squeeze.kit.cli.Terminal;
import dev.squeeze.kit.unit.DurationText;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** Records what was done and when, and prints each step as progress. */
final class Timeline {
    private static final long NAP_MILLIS = 100;

    private final RunStart start;
    private final Terminal terminal;
    /** Throws if something that the rehearsal needs has failed. */
    private final Runnable check;

    private final List<Step> steps = new ArrayList<>();

    Timeline(RunStart start, Terminal terminal, Runnable check) {
        this.start = start;
        this.terminal = terminal;
        this.check = check;
    }

    List<Step> steps() {
        return steps;
    }

    Instant did(String what) {
        Step step = new Step(Instant.now(), (System.nanoTime() - start.nanos()) / 1e9, what);
        steps.add(step);
        say(what);
        return step.at();
    }

    void say(String what) {
        terminal.err().println(DurationText.roughly((System.nanoTime() - start.nanos()) / 1e9) + ": " + what);
        terminal.err().flush();
    }

    void pause(Duration time) {
        waitFor(() -> false, time);
    }

    /**
     * Waits until the condition is true, at most for the given time.
     *
     * @return whether the condition is true
     * @throws StoppedException if the user stops the rehearsal
     */
    boolean waitFor(BooleanSupplier done, Duration most) {
        long endNanos = System.nanoTime() + most.toNanos();
        while (!done.getAsBoolean()) {
            if (terminal.stop().isRequested()) {
                throw new StoppedException("interrupted");
            }
            check.run();
            if (System.nanoTime() >= endNanos) {
                return false;
            }
            try {
                TimeUnit.MILLISECONDS.sleep(NAP_MILLIS);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new StoppedException("interrupted");
            }
        }
        return true;
    }
}
