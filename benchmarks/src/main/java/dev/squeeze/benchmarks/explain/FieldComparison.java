package dev.squeeze.benchmarks.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * The cost of a field according to explain, and according to the whole file.
 *
 * @param explained stored bytes per record
 * @param whole by how many stored bytes per record the whole file is smaller without the field
 * @param wholeError standard error of that, over seeds of the simulated producer
 */
record FieldComparison(
        String source, long seed, String path, ConfidenceInterval explained, double whole, double wholeError) {
    /** Relative to the true value. */
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
