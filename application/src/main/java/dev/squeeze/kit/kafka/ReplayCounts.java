package dev.squeeze.kit.kafka;

import dev.squeeze.kit.format.RecordFormatV2;
import java.util.Arrays;
import org.HdrHistogram.Histogram;

/** Counts what a simulated producer does after it has settled. */
final class ReplayCounts {
    private static final double MILLI = 1e6;

    private final double[] connectionBusyNanos;
    private double applicationBusyNanos;
    private double senderBusyNanos;
    private long records;
    private long batches;
    private long requests;
    private long fetches;
    private long recordBytes;
    private long lateBytes;
    private long appended;
    private long openAtAppends;
    private long storedBytes;
    private long recompressedBytes;
    private long full;
    private double firstWaitedNanos;
    private final Histogram latencyNanos = new Histogram(3);

    ReplayCounts(int brokers) {
        connectionBusyNanos = new double[brokers];
        latencyNanos.setAutoResize(true);
    }

    /** @param open partitions with a batch that has not been sent */
    void appended(int open, double busyNanos) {
        appended++;
        openAtAppends += open;
        applicationBusyNanos += busyNanos;
    }

    void request(int broker, int fetched, double sendingNanos, double servedNanos) {
        requests++;
        fetches += fetched;
        senderBusyNanos += sendingNanos;
        connectionBusyNanos[broker] += servedNanos;
    }

    void acknowledged(double waitedNanos) {
        latencyNanos.recordValue((long) Math.max(0, waitedNanos));
    }

    /**
     * A batch that was sent.
     *
     * @param records number of records
     * @param recordBytes uncompressed bytes of the records
     * @param sentBytes bytes as sent, including the header
     * @param storedBytes bytes after a broker recompressed it; the same as sent if no broker does
     * @param late uncompressed bytes that are only compressed when the batch is closed
     * @param firstWaitedNanos how long its first record waited until the batch was sent
     */
    record Batch(
            int records,
            long recordBytes,
            long sentBytes,
            long storedBytes,
            boolean full,
            long late,
            double firstWaitedNanos) {}

    void left(Batch batch) {
        batches++;
        records += batch.records;
        recordBytes += batch.recordBytes;
        storedBytes += batch.sentBytes;
        recompressedBytes += batch.storedBytes;
        full += batch.full ? 1 : 0;
        lateBytes += batch.late;
        firstWaitedNanos += batch.firstWaitedNanos;
    }

    /**
     * The totals.
     *
     * @param nanos since counting began
     * @param largestBatchBytes including the time before
     * @param mostBuffered including the time before
     * @param progress of the same simulation
     */
    ReplayedTraffic traffic(double nanos, long largestBatchBytes, int mostBuffered, ReplayProgress progress) {
        // Records appended in excess of those sent only fill the buffer; once it is full, the application thread
        // blocks.
        double leaving = appended == 0 ? 1 : Math.min(1, (double) records / appended);
        return new ReplayedTraffic(
                records,
                batches,
                progress.compressedBatches(),
                requests,
                fetches,
                recordBytes,
                lateBytes,
                appended == 0 ? 1 : (double) openAtAppends / appended,
                storedBytes,
                recompressedBytes,
                batches * RecordFormatV2.BATCH_HEADER_BYTES,
                full,
                largestBatchBytes,
                mostBuffered,
                progress.recordsPerBatchRelativeError(),
                firstWaitedNanos / batches / MILLI,
                nanos / 1e9,
                leaving * applicationBusyNanos / nanos,
                senderBusyNanos / nanos,
                Arrays.stream(connectionBusyNanos).max().orElse(0) / nanos,
                latencyNanos);
    }
}
