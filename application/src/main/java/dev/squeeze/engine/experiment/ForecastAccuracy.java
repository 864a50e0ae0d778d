package dev.squeeze.engine.experiment;

/** Claimed accuracy of forecasts: half widths of their intervals, relative to the forecast. */
final class ForecastAccuracy {
    /** Records and bytes in a batch. */
    static final double FILL = 0.1;

    /** Compression ratio in the log. */
    static final double RATIO = 0.02;

    /** Wider than the ratio's, because the overhead of requests around the batches is not predicted. */
    static final double WIRE = 0.05;

    static final double CPU = 0.2;

    /** Momentary jitter cannot be predicted. */
    static final double LATENCY = 0.3;

    static final double HIGHEST_RATE = 0.2;

    private ForecastAccuracy() {}
}
