package dev.squeeze.kit.unit;

import java.util.Locale;

/**
 * Compression ratio: uncompressed over compressed bytes of a batch, including headers in both. Kafka's own metric
 * {@code compression-rate-avg} is the inverse.
 *
 * @param value positive and finite; below 1 if compression makes batches larger
 */
public record Ratio(double value) {
    public Ratio {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException("a ratio must be positive and finite: " + value);
        }
    }

    /** Compressed over uncompressed. */
    public double compressedFraction() {
        return 1 / value;
    }

    /** For example {@code 4.62x}. */
    @Override
    public String toString() {
        return String.format(Locale.ROOT, value >= 100 ? "%.0fx" : value >= 20 ? "%.1fx" : "%.2fx", value);
    }
}
