package dev.squeeze.feature.explain;

import dev.squeeze.kit.format.BatchRecord;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.RecordFormatV2;
import dev.squeeze.kit.kafka.BatchSizer;
import dev.squeeze.kit.kafka.SizeModel;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Actual compressed sizes of batches, each compressed once, for few records that are sent repeatedly, so that the same
 * batches recur.
 */
final class KnownSizes implements SizeModel {
    private final Codec codec;
    private final Map<BatchContents, Integer> known = new ConcurrentHashMap<>();

    KnownSizes(Codec codec) {
        this.codec = codec;
    }

    /** Without the records of a batch its size is unknown. */
    @Override
    public double fraction(double recordBytes, double rank) {
        throw new UnsupportedOperationException("sizes are only known for batches with records");
    }

    @Override
    public double compressedBytes(List<BatchRecord> records, double recordBytes, double rank) {
        return known.computeIfAbsent(new BatchContents(records), batch -> compressed(records, (long) recordBytes));
    }

    private int compressed(List<BatchRecord> records, long recordBytes) {
        try (BatchSizer sizer = new BatchSizer(codec)) {
            return sizer.bytes(records, recordBytes) - RecordFormatV2.BATCH_HEADER_BYTES;
        }
    }
}
