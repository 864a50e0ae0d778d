package dev.squeeze.measure;

import dev.squeeze.batch.BatchRecord;
import dev.squeeze.batch.RecordFormatV2;
import dev.squeeze.stats.BalancedStretches;
import java.util.List;
import java.util.Optional;
import net.jpountz.lz4.LZ4Compressor;
import net.jpountz.lz4.LZ4Factory;
import org.jspecify.annotations.Nullable;

/**
 * Orders of records in which few of them stand for all: in how long they are, and in how far each compresses by itself. A log
 * in which one record in a hundred is a long and repetitive one has most of its compression there, and a trial of five hundred
 * records that are only as long as all on average shows half of it.
 */
public final class FewForAll {
    private final List<BatchRecord> records;
    private int @Nullable [] encodedBytes;
    private int @Nullable [] compressedBytes;

    public FewForAll(List<BatchRecord> records) {
        this.records = records;
    }

    /**
     * An order; empty where most of the records are wanted, which then keep their own.
     *
     * @param wanted records
     * @param together records that come into the same batches, at most; they stay neighbours for the most part
     * @param begin from 0 to below 1: another order for each
     */
    public Optional<BalancedStretches> order(double wanted, double together, double begin) {
        return BalancedStretches.areFew(wanted, records.size())
                ? BalancedStretches.of(encodedBytes(), compressedBytes(), wanted, together, begin)
                : Optional.empty();
    }

    private synchronized int[] encodedBytes() {
        if (encodedBytes == null) {
            encodedBytes = records.stream()
                    .mapToInt(record -> RecordFormatV2.encodedBytes(record, 0, 0))
                    .toArray();
        }
        return encodedBytes;
    }

    /** Of each by itself, by the quickest codec: it is only to tell the repetitive ones from the others. */
    private synchronized int[] compressedBytes() {
        if (compressedBytes == null) {
            LZ4Compressor compressor = LZ4Factory.fastestInstance().fastCompressor();
            int longest = records.stream()
                    .mapToInt(record -> record.value() == null ? 0 : record.value().length)
                    .max()
                    .orElse(0);
            byte[] target = new byte[compressor.maxCompressedLength(longest)];
            compressedBytes = records.stream()
                    .mapToInt(record -> bytes(record.value(), compressor, target))
                    .toArray();
        }
        return compressedBytes;
    }

    private static int bytes(byte @Nullable [] value, LZ4Compressor compressor, byte[] target) {
        return value == null ? 0 : compressor.compress(value, 0, value.length, target, 0, target.length);
    }
}
