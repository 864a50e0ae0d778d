package dev.squeeze.kit.kafka;

import org.HdrHistogram.Histogram;

/**
 * What a producer sent in simulated time, after its first batches.
 *
 * @param records in the batches
 * @param batches number of batches sent
 * @param compressedBatches see {@link ReplayProgress#compressedBatches}
 * @param requests number of produce requests
 * @param fetches number of fetches of one consumer that reads at the tail
 * @param recordBytes uncompressed bytes of the records, including framing, without batch headers
 * @param lateBytes those of the record bytes that the codec had not compressed yet when the network thread closed the batch
 * @param openBatches mean number of partitions with an open batch when a record was appended
 * @param storedBytes bytes of the batches on the wire and in the log, including headers
 * @param recompressedBytes bytes of the batches as stored by brokers; {@code storedBytes} if brokers do not recompress
 * @param headerBytes bytes of the batch headers
 * @param fullBatches number of batches that were full before their linger expired
 * @param largestBatchBytes uncompressed record bytes of the largest batch, including batches that were not counted
 * @param mostBuffered maximum number of batches in the producer's buffer at the same time; 0 if batches use no more of it than
 *     their records do
 * @param recordsPerBatchRelativeError see {@link ReplayProgress#recordsPerBatchRelativeError}
 * @param firstWaitedMillis mean time that the first record of a batch waited until the batch was sent
 * @param seconds simulated time
 * @param applicationBusy fraction of that time in which the application thread worked on records that were sent
 * @param senderBusy fraction in which the network thread was working
 * @param brokerBusy fraction in which the busiest connection was being served
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
     * @param bytes compressed bytes of all records
     */
    public ReplayedTraffic compressedTo(double bytes) {
        long stored = headerBytes + Math.round(bytes);
        return of(stored, stored);
    }

    /** The same batches, recompressed by brokers to this many bytes including headers. */
    public ReplayedTraffic withRecompressed(long bytes) {
        return of(storedBytes, bytes);
    }

    /**
     * The same batches with records of other sizes.
     *
     * @param uncompressed ratio of their uncompressed bytes to these
     * @param compressed ratio of their stored bytes to these
     */
    public ReplayedTraffic ofRecordsTimes(double uncompressed, double compressed) {
        return of(
                Math.round(recordBytes * uncompressed),
                Math.round(lateBytes * uncompressed),
                headerBytes + Math.round((storedBytes - headerBytes) * compressed),
                headerBytes + Math.round((recompressedBytes - headerBytes) * compressed),
                recordsPerBatchRelativeError);
    }

    /** The same with an upper limit of the relative error of the number of records per batch. */
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

    /** Fraction of batches that are full before their linger expires. */
    public double fullShare() {
        return (double) fullBatches / batches;
    }

    /** Uncompressed over stored bytes, both including headers. */
    public double ratio() {
        return (double) (recordBytes + headerBytes) / storedBytes;
    }

    /** The same for batches as stored by brokers that recompress. */
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
