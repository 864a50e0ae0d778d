package dev.squeeze.benchmarks.watch;

import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.TrimmedMean;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Cores used by a broker, by slices of time. */
final class BrokerCpu {
    private final List<Double> cores = new ArrayList<>();

    synchronized void add(double more) {
        cores.add(more);
    }

    /** The trimmed mean of the slices with a 95 % interval. */
    @Override
    public synchronized String toString() {
        if (cores.size() < 2) {
            return "not measured";
        }
        ConfidenceInterval mean =
                TrimmedMean.of(cores.stream().mapToDouble(Double::doubleValue).toArray());
        return String.format(
                Locale.ROOT, "%.3f (%.3f to %.3f, n=%d)", mean.estimate(), mean.low(), mean.high(), cores.size());
    }
}
