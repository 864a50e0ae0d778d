package dev.squeeze.benchmarks.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * What explain says that a field costs, next to what the whole file says.
 *
 * @param explained stored bytes per record
 * @param whole stored bytes per record that the whole file is smaller by
 * @param wholeError standard error of it, over seeds of the simulated producer
 */
record FieldComparison(
        String source, long seed, String path, ConfidenceInterval explained, double whole, double wholeError) {
    /** Of the truth. */
    double error() {
        return explained.estimate() / whole - 1;
    }

    boolean covered() {
        return explained.covers(whole);
    }

    double relativeHalfWidth() {
        return explained.relativeHalfWidth();
    }
}
