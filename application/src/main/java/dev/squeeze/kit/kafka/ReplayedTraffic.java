package dev.squeeze.kit.kafka;

import org.HdrHistogram.Histogram;

/**
 * What a producer sent in simulated time, after its first batches.
 *
 * @param records in the batches
 * @param batches that left
 * @param compressedBatches see {@link ReplayProgress#compressedBatches}
 * @param requests that they left in
 * @param fetches by which one consumer at the tail read them
 * @param recordBytes uncompressed bytes of the records, framing included, batch headers not
 * @param lateBytes of the record bytes, those that the codec still held back when the network thread closed their batch
 * @param openBatches partitions that had a batch when a record was appended, on average
 * @param storedBytes of the batches as they are on the wire and in the log, headers included
 * @param recompressedBytes of the batches as brokers store them; {@code storedBytes} where these keep what they get
 * @param headerBytes of these, headers
 * @param fullBatches of the batches, those that were full before their linger was over
 * @param largestBatchBytes uncompressed record bytes of the largest batch, also of those that did not count
 * @param mostBuffered batches that were in the producer's buffer at the same time, at most; 0 where batches take no more of it than
 *     their records do
 * @param recordsPerBatchRelativeError see {@link ReplayProgress#recordsPerBatchRelativeError}
 * @param firstWaitedMillis how long the first record of a batch waited for it to leave, on average
 * @param seconds of simulated time that they took
 * @param applicationBusy share of that time in which the application thread was at work on what left
 * @param senderBusy share in which the network thread was at work
 * @param brokerBusy share in which the busiest connection was being served
 * @param latencyNanos from when a record was due to its acknowledgement
 */
public record ReplayedTraffic(
        long records,
        long batches,
        long compressedBatches,
        long requests,
        long fetches,
        long recordBytes,
        long lateBytes,
        double openBatches,
        long storedBytes,
        long recompressedBytes,
        long headerBytes,
        long fullBatches,
        long largestBatchBytes,
        int mostBuffered,
        double recordsPerBatchRelativeError,
        double firstWaitedMillis,
        double seconds,
        double applicationBusy,
        double senderBusy,
        double brokerBusy,
        Histogram latencyNanos) {
    public double recordsPerBatch() {
        return (double) records / batches;
    }

    /**
     * The same batches as another codec would store them.
     *
     * @param bytes of all records, compressed
     */
    public ReplayedTraffic compressedTo(double bytes) {
        long stored = headerBytes + Math.round(bytes);
        return of(stored, stored);
    }

    /** The same batches with brokers that compress them again, to so many bytes with headers. */
    public ReplayedTraffic withRecompressed(long bytes) {
        return of(storedBytes, bytes);
    }

    /**
     * The same batches of records of other sizes.
     *
     * @param uncompressed their bytes over those of these, uncompressed
     * @param compressed the same of their bytes as they are stored
     */
    public ReplayedTraffic ofRecordsTimes(double uncompressed, double compressed) {
        return of(
                Math.round(recordBytes * uncompressed),
                Math.round(lateBytes * uncompressed),
                headerBytes + Math.round((storedBytes - headerBytes) * compressed),
                headerBytes + Math.round((recompressedBytes - headerBytes) * compressed),
                recordsPerBatchRelativeError);
    }

    /** The same where chance does no more to the number of records in a batch than this, as a share of it. */
    public ReplayedTraffic withMaxRecordsPerBatchRelativeError(double most) {
        return of(recordBytes, lateBytes, storedBytes, recompressedBytes, Math.min(most, recordsPerBatchRelativeError));
    }

    private ReplayedTraffic of(long sent, long stored) {
        return of(recordBytes, lateBytes, sent, stored, recordsPerBatchRelativeError);
    }

    private ReplayedTraffic of(long recordBytes, long lateBytes, long sent, long stored, double error) {
        return new ReplayedTraffic(
                records,
                batches,
                compressedBatches,
                requests,
                fetches,
                recordBytes,
                lateBytes,
                openBatches,
                sent,
                stored,
                headerBytes,
                fullBatches,
                largestBatchBytes,
                mostBuffered,
                error,
                firstWaitedMillis,
                seconds,
                applicationBusy,
                senderBusy,
                brokerBusy,
                latencyNanos);
    }

    /** Of the batches, those that are full before their linger is over. */
    public double fullShare() {
        return (double) fullBatches / batches;
    }

    /** Uncompressed over stored, headers on both sides. */
    public double ratio() {
        return (double) (recordBytes + headerBytes) / storedBytes;
    }

    /** The same of what brokers store, where they compress batches again. */
    public double recompressedRatio() {
        return (double) (recordBytes + headerBytes) / recompressedBytes;
    }

    public double recordBytesPerBatch() {
        return (double) recordBytes / batches;
    }

    /** Bytes that the requests add to their batches on the wire. */
    public double framingBytes() {
        int batchBytes = (int) (storedBytes / batches);
        int first = ProduceFraming.bytes(1, batchBytes);
        int next = ProduceFraming.bytes(2, batchBytes) - first;
        return (double) requests * first + (double) (batches - requests) * next;
    }

    public double recordsPerSecond() {
        return records / seconds;
    }
}
