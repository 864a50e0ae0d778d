package dev.squeeze.benchmarks;

import dev.squeeze.engine.experiment.ExperimentListener;
import java.util.Locale;

/** Reports on standard error the progress of a matrix of live runs, and the estimated time left. */
public final class Countdown {
    /** Time for creating topics, reading them back and deleting them. */
    static final double AROUND_A_TRIAL_SECONDS = 0.5;

    private static final long SAID_EVERY_NANOS = 15_000_000_000L;

    private final int workloads;
    private final long beginNanos = System.nanoTime();
    private int begun;
    private String what = "";
    private double expectedSeconds;
    private long workloadBeginNanos = beginNanos;
    private double secondsOfDone;
    private long saidNanos = beginNanos;

    public Countdown(int workloads) {
        this.workloads = workloads;
    }

    /** Prints a separate line. */
    public void say(String line) {
        System.err.println("  " + line);
    }

    /** @param expected expected duration of its search in seconds */
    public void begin(String workload, double expected) {
        begun++;
        what = workload;
        expectedSeconds = expected;
        workloadBeginNanos = System.nanoTime();
        System.err.printf(Locale.ROOT, "%d of %d: %s%s%n", begun, workloads, what, left(expected));
    }

    /** A workload that was begun is done, or was given up. */
    public void done() {
        // Includes the time before it: a source's measurements count towards its first workload.
        secondsOfDone = since(beginNanos);
    }

    /** Returns a listener that follows the trials of a part of a workload. */
    ExperimentListener phase(String name, int trials) {
        return new ExperimentListener() {
            private int trial;

            @Override
            public boolean stopRequested() {
                return false;
            }

            @Override
            public void progress(String trialName, double fraction) {
                trial++;
                long now = System.nanoTime();
                if (now - saidNanos > SAID_EVERY_NANOS) {
                    saidNanos = now;
                    System.err.printf(
                            Locale.ROOT,
                            "  %s, trial %d of %d%s%n",
                            name,
                            trial,
                            trials,
                            left(Math.max(0, expectedSeconds - since(workloadBeginNanos))));
                }
            }

            @Override
            public void afterTrial() {
                // Nothing is saved before a search is complete.
            }
        };
    }

    private String left(double ofThis) {
        double each = begun > 1 ? secondsOfDone / (begun - 1) : expectedSeconds;
        double all = ofThis + (workloads - begun) * each;
        return String.format(Locale.ROOT, "; about %.0f s left of it, %.0f min in all", ofThis, all / 60);
    }

    private static double since(long nanos) {
        return (System.nanoTime() - nanos) / 1e9;
    }
}
