package dev.squeeze.benchmarks;

import dev.squeeze.engine.experiment.ExperimentListener;
import java.util.Locale;

/** Says on standard error how far a matrix of live runs is, and how long it still takes. */
public final class Countdown {
    /** Creating topics, reading them back and deleting them. */
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

    /** A line of its own. */
    public void say(String line) {
        System.err.println("  " + line);
    }

    /** @param expected seconds of its search */
    public void begin(String workload, double expected) {
        begun++;
        what = workload;
        expectedSeconds = expected;
        workloadBeginNanos = System.nanoTime();
        System.err.printf(Locale.ROOT, "%d of %d: %s%s%n", begun, workloads, what, left(expected));
    }

    /** One of those that were begun is done, or was given up. */
    public void done() {
        // With what came before it: a source's measurements belong to its first workload.
        secondsOfDone = since(beginNanos);
    }

    /** Follows the trials of a part of a workload. */
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
                // Nothing is kept before a search is over.
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
