package dev.squeeze.experiment;

import java.util.ArrayList;
import java.util.List;

/**
 * Tells when a warm-up may end: once the last slices agree with those before them in throughput and in CPU per byte.
 * A JVM compiles for a minute on two cores; what is left of that falls on all arms alike through the interleaved rounds.
 */
final class Settling {
    /** Slices that are compared with as many before them. */
    private static final int SLICES = 2;
    /** Differences below this are the machine's own noise. */
    private static final double TOLERANCE = 0.08;

    private final List<double[]> slices = new ArrayList<>();

    void add(double recordsPerSecond, double cpuSecondsPerGigabyte) {
        slices.add(new double[] {recordsPerSecond, cpuSecondsPerGigabyte});
    }

    boolean isSettled() {
        return slices.size() >= 2 * SLICES && agrees(0) && agrees(1);
    }

    /** Records a second of the last slices. */
    double latestRate() {
        return slices.isEmpty() ? 0 : mean(0, Math.max(0, slices.size() - SLICES));
    }

    private boolean agrees(int quantity) {
        double late = mean(quantity, slices.size() - SLICES);
        double early = mean(quantity, slices.size() - 2 * SLICES);
        return early == 0 ? late == 0 : Math.abs(late / early - 1) <= TOLERANCE;
    }

    private double mean(int quantity, int from) {
        double sum = 0;
        int until = Math.min(slices.size(), from + SLICES);
        for (int i = from; i < until; i++) {
            sum += slices.get(i)[quantity];
        }
        return sum / (until - from);
    }
}
