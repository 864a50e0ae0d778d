package dev.squeeze.engine.load;

import org.HdrHistogram.Histogram;

/** Latencies of the records that were due within a window. One thread records; others read once it is done. */
final class LatencyRecorder {
    static final int SIGNIFICANT_DIGITS = 3;

    private final MeasuringWindow window;
    private final Histogram nanos = new Histogram(SIGNIFICANT_DIGITS);

    LatencyRecorder(MeasuringWindow window) {
        this.window = window;
        nanos.setAutoResize(true);
    }

    /**
     * @param dueNanos when the record was due; counted only if that is within the window
     * @param latencyNanos negative values, from clocks of different cores, count as 0
     */
    void record(long dueNanos, long latencyNanos) {
        if (window.contains(dueNanos)) {
            nanos.recordValue(Math.max(0, latencyNanos));
        }
    }

    void addTo(Histogram sum) {
        sum.add(nanos);
    }

    static Histogram empty() {
        Histogram histogram = new Histogram(SIGNIFICANT_DIGITS);
        histogram.setAutoResize(true);
        return histogram;
    }
}
