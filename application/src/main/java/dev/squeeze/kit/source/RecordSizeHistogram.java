package dev.squeeze.kit.source;

/**
 * A histogram of record sizes with logarithmic buckets of 3 % width, which needs fixed memory for a stream of any
 * length.
 */
final class RecordSizeHistogram {
    private static final double GROWTH = 1.03;
    private static final double LOG_GROWTH = Math.log(GROWTH);

    private final long[] buckets = new long[(int) (Math.log(Integer.MAX_VALUE + 2.0) / LOG_GROWTH) + 2];
    private long count;
    private double sum;
    private long min = Long.MAX_VALUE;
    private long max;

    void add(int bytes) {
        buckets[(int) (Math.log(bytes + 1.0) / LOG_GROWTH)]++;
        count++;
        sum += bytes;
        min = Math.min(min, bytes);
        max = Math.max(max, bytes);
    }

    Sample.RecordBytes summary() {
        return new Sample.RecordBytes(min, quantile(0.5), sum / count, quantile(0.99), max);
    }

    private long quantile(double share) {
        long wanted = Math.max(1, Math.round(share * count));
        long seen = 0;
        for (int i = 0; i < buckets.length; i++) {
            seen += buckets[i];
            if (seen >= wanted) {
                double middle = Math.exp((i + 0.5) * LOG_GROWTH) - 1;
                return Math.min(max, Math.max(min, Math.round(middle)));
            }
        }
        return max;
    }
}
