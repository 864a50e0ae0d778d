package dev.squeeze.feature.explain;

import dev.squeeze.engine.encoding.DataFormat;
import dev.squeeze.engine.measure.FormedBatches;
import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.stats.ConfidenceInterval;
import dev.squeeze.kit.stats.RatioOfTotals;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * What batches of one format are with one setting. Batches of other formats hold other records, so that stretches of traffic are
 * compared and not batches: the same stretch holds about the same records in every format.
 */
final class FormedSizes {
    private static final int STRETCHES = 32;
    private static final int MIN_STRETCHES = 3;

    private final DataFormat format;
    private final FormedBatches formed;
    private final int batches;
    private final double records;
    private final double rawBytes;
    private final double storedBytes;
    private final int[] places;
    private final int[] counts;
    private final int[] stored;

    /**
     * @param batches all that formed, in the order in which they leave
     * @param order the places of those that were compressed, as far as there was time
     */
    FormedSizes(DataFormat format, List<List<BatchRecord>> batches, List<Integer> order, FormedBatches formed) {
        this.format = format;
        this.formed = formed;
        this.batches = batches.size();
        this.stored = formed.storedBytes();
        this.places = new int[stored.length];
        this.counts = new int[stored.length];
        double raw = 0;
        for (int i = 0; i < stored.length; i++) {
            List<BatchRecord> batch = batches.get(order.get(i));
            places[i] = order.get(i);
            counts[i] = batch.size();
            raw += batch.stream()
                    .mapToLong(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                    .sum();
        }
        this.rawBytes = raw;
        this.records = Arrays.stream(counts).sum();
        this.storedBytes = Arrays.stream(stored).sum();
    }

    DataFormat format() {
        return format;
    }

    FormedBatches formed() {
        return formed;
    }

    double recordsPerBatch() {
        return records / stored.length;
    }

    double rawBytesPerRecord() {
        return rawBytes / records;
    }

    double storedBytesPerRecord() {
        return storedBytes / records;
    }

    /** Stored bytes over those of the other; empty where too few batches formed for an interval. */
    Optional<ConfidenceInterval> against(FormedSizes other) {
        int stretches = Math.min(STRETCHES, Math.min(stored.length, other.stored.length) / 2);
        if (stretches < MIN_STRETCHES) {
            return Optional.empty();
        }
        double[] own = perRecord(stretches);
        double[] others = other.perRecord(stretches);
        double[] above = new double[stretches];
        double[] below = new double[stretches];
        int used = 0;
        for (int i = 0; i < stretches; i++) {
            if (own[i] > 0 && others[i] > 0) {
                above[used] = own[i];
                below[used++] = others[i];
            }
        }
        double ratio = storedBytesPerRecord() / other.storedBytesPerRecord();
        return RatioOfTotals.estimate(Arrays.copyOf(above, used), Arrays.copyOf(below, used), Long.MAX_VALUE)
                .map(paired -> ConfidenceInterval.around(ratio, paired.high() - paired.estimate(), paired.n()));
    }

    /** Stored bytes a record in each stretch; 0 where no batch was compressed. */
    private double[] perRecord(int stretches) {
        double[] above = new double[stretches];
        double[] below = new double[stretches];
        for (int i = 0; i < stored.length; i++) {
            int stretch = (int) ((long) places[i] * stretches / batches);
            above[stretch] += stored[i];
            below[stretch] += counts[i];
        }
        for (int i = 0; i < stretches; i++) {
            above[i] = below[i] == 0 ? 0 : above[i] / below[i];
        }
        return above;
    }
}
