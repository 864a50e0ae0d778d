package dev.squeeze.feature.copy;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What one run has committed of a copy, or of a share of it.
 *
 * @param bytes size of the batches as sent
 * @param uncompressedBytes uncompressed size of the batches that were compressed
 * @param keptBatches number of batches copied unchanged
 * @param sourceBytes size of the batches in the source
 * @param abortedRecords number of records of aborted transactions, which were not copied
 * @param packCpuNanos CPU time of compressing
 * @param readCpuNanos CPU time of fetching and decompressing
 * @param clientCpuNanos CPU time of compressing and sending
 */
record CopyTotals(
        long records,
        long batches,
        long bytes,
        long uncompressedBytes,
        long keptBatches,
        long sourceBytes,
        long abortedRecords,
        long packCpuNanos,
        long readCpuNanos,
        long clientCpuNanos) {
    static final CopyTotals NONE = new CopyTotals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0);

    private static final int FIELDS = 10;
    private static final String BETWEEN = ",";

    private long[] all() {
        return new long[] {
            records,
            batches,
            bytes,
            uncompressedBytes,
            keptBatches,
            sourceBytes,
            abortedRecords,
            packCpuNanos,
            readCpuNanos,
            clientCpuNanos
        };
    }

    private static CopyTotals of(long... all) {
        return new CopyTotals(all[0], all[1], all[2], all[3], all[4], all[5], all[6], all[7], all[8], all[9]);
    }

    CopyTotals plus(CopyTotals more) {
        long[] left = all();
        long[] right = more.all();
        Arrays.setAll(left, i -> left[i] + right[i]);
        return of(left);
    }

    /** The increase since earlier totals; 0 for a count that was higher then, as when a heartbeat arrives late. */
    CopyTotals since(CopyTotals earlier) {
        long[] left = all();
        long[] right = earlier.all();
        Arrays.setAll(left, i -> Math.max(0, left[i] - right[i]));
        return of(left);
    }

    /** As text, for the metadata of a group offset. */
    String text() {
        return LongStream.of(all()).mapToObj(Long::toString).collect(Collectors.joining(BETWEEN));
    }

    /** Parses the result of {@link #text}; empty for anything else. */
    static Optional<CopyTotals> parse(String text) {
        String[] parts = text.split(BETWEEN, -1);
        if (parts.length != FIELDS) {
            return Optional.empty();
        }
        try {
            return Optional.of(
                    of(Arrays.stream(parts).mapToLong(Long::parseLong).toArray()));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
