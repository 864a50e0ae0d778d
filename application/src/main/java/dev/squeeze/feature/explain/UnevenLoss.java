package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import java.util.Arrays;
import java.util.List;

/** Decides whether a change removes much from some records and little from others. */
final class UnevenLoss {
    /** Minimum share of the bytes of all values that the change removes. */
    private static final double MIN_SHARE = 0.003;

    /** Minimum standard deviation over mean of the bytes that records lose. */
    private static final double MIN_DEVIATION = 1.5;

    private UnevenLoss() {}

    /** @param valueBytes of each record with the change; 0 without a value */
    static boolean is(List<BatchRecord> records, int[] valueBytes) {
        double[] lost = new double[valueBytes.length];
        Arrays.setAll(lost, i -> length(records.get(i)) - valueBytes[i]);
        double mean = Arrays.stream(lost).average().orElse(0);
        double deviation = Math.sqrt(Arrays.stream(lost)
                .map(each -> (each - mean) * (each - mean))
                .average()
                .orElse(0));
        double all = records.stream().mapToInt(UnevenLoss::length).average().orElse(0);
        return mean > MIN_SHARE * all && deviation > MIN_DEVIATION * mean;
    }

    private static int length(BatchRecord record) {
        byte[] value = record.value();
        return value == null ? 0 : value.length;
    }
}
