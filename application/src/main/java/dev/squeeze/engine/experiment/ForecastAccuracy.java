package dev.squeeze.engine.experiment;

/** What is claimed for forecasts: half widths of their intervals, as shares. */
final class ForecastAccuracy {
    /** Records and bytes in a batch. */
    static final double FILL = 0.1;

    /** In the log. */
    static final double RATIO = 0.02;

    /** What a request carries besides its batches is not predicted. */
    static final double WIRE = 0.05;

    static final double CPU = 0.2;

    /** Of a moment's jitter nothing is known beforehand. */
    static final double LATENCY = 0.3;

    static final double HIGHEST_RATE = 0.2;

    private ForecastAccuracy() {}
}
