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
 * What batches really compress to, each of them compressed once, for few records that are sent over and over: the same batches come again
 * and again then.
 */
final class KnownSizes implements SizeModel {
    private final Codec codec;
    private final Map<BatchContents, Integer> known = new ConcurrentHashMap<>();

    KnownSizes(Codec codec) {
        this.codec = codec;
    }

    /** Of a batch whose records are not given nothing is known. */
    @Override
    public double fraction(double recordBytes, double rank) {
        throw new UnsupportedOperationException("sizes are known of records alone");
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
