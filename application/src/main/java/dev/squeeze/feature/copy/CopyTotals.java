package dev.squeeze.feature.copy;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What was committed of a copy, or of a share of it, by one run.
 *
 * @param bytes of the batches as they were sent
 * @param uncompressedBytes of those that were compressed
 * @param keptBatches that went as they were
 * @param sourceBytes of the batches in the source
 * @param abortedRecords left out
 * @param packCpuNanos of compressing
 * @param readCpuNanos of fetching and decompressing
 * @param clientCpuNanos of compressing and sending
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

    /** What came on top of earlier totals; nothing where those were higher, as with a heartbeat that was late. */
    CopyTotals since(CopyTotals earlier) {
        long[] left = all();
        long[] right = earlier.all();
        Arrays.setAll(left, i -> Math.max(0, left[i] - right[i]));
        return of(left);
    }

    /** For the metadata of an offset. */
    String text() {
        return LongStream.of(all()).mapToObj(Long::toString).collect(Collectors.joining(BETWEEN));
    }

    /** Reads what {@link #text} wrote; empty for anything else. */
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
