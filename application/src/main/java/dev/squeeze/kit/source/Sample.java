package dev.squeeze.kit.source;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A sample of a source, with statistics of the whole source.
 *
 * @param read the report of the reading
 * @param recordBytes sizes of the records
 * @param seed seed of the random selection
 * @param rate arrival rate by the records' timestamps; absent if they have none or span no time
 * @param sizes one sample for each batch size, ascending
 * @param ofOtherRecords whether the report is about a log with other records than these
 */
public record Sample(
        RecordSource.ReadReport read,
        RecordBytes recordBytes,
        long seed,
        Optional<ObservedRate> rate,
        List<BatchSample> sizes,
        boolean ofOtherRecords) {
    /** Kafka's default {@code batch.size}. */
    private static final int DEFAULT_BATCH_BYTES = 16_384;

    public Sample {
        sizes = List.copyOf(sizes);
    }

    /** A sample whose report is about the same records. */
    public Sample(
            RecordSource.ReadReport read,
            RecordBytes recordBytes,
            long seed,
            Optional<ObservedRate> rate,
            List<BatchSample> sizes) {
        this(read, recordBytes, seed, rate, sizes, false);
    }

    /**
     * Sizes of key plus value over all records, in bytes.
     *
     * @param median median, to within 3 %
     * @param p99 99th percentile, to within 3 %
     */
    public record RecordBytes(long min, long median, double mean, long p99, long max) {}

    /** The same sample without its smallest batch size. */
    public Sample withoutSmallestSize() {
        return new Sample(read, recordBytes, seed, rate, sizes.subList(1, sizes.size()), ofOtherRecords);
    }

    /** The same sample without batch sizes above this many bytes, except for the smallest one. */
    public Sample withSizesUpTo(int bytes) {
        List<BatchSample> kept =
                sizes.stream().filter(size -> size.nominalBytes() <= bytes).toList();
        return new Sample(read, recordBytes, seed, rate, kept.isEmpty() ? sizes.subList(0, 1) : kept, ofOtherRecords);
    }

    /** The same records, as if stored in the batches of a log that was read separately; uses that log's rate. */
    public Sample lyingIn(StoredBatches stored) {
        RecordSource.ReadReport lying = new RecordSource.ReadReport(
                read.records(),
                read.payloadBytes(),
                read.format(),
                read.hasKeys(),
                read.hasTimestamps(),
                read.notices(),
                Optional.of(stored),
                read.schema(),
                read.columns());
        return new Sample(lying, recordBytes, seed, stored.rate().or(() -> rate), sizes, true);
    }

    /** The arrival rate by the records' timestamps, if known. */
    public OptionalDouble recordsPerSecond() {
        return rate.map(seen -> OptionalDouble.of(seen.recordsPerSecond())).orElse(OptionalDouble.empty());
    }

    /**
     * Mean uncompressed bytes of a record, including framing, in a batch of common size. In a batch of 1 MB, small
     * records would be 5 % larger, since their framing contains the offset and timestamp relative to the batch's first
     * record.
     */
    public double framedRecordBytes() {
        Comparator<BatchSample> bySize = Comparator.comparingInt(BatchSample::nominalBytes);
        BatchSample usual = sizes.stream()
                .filter(size -> size.nominalBytes() >= DEFAULT_BATCH_BYTES)
                .min(bySize)
                .or(() -> sizes.stream().max(bySize))
                .orElseThrow();
        return (double) usual.populationRecordBytes() / usual.populationRecords();
    }

    /** Bytes held in memory for batches. */
    public long retainedBytes() {
        return sizes.stream()
                .flatMap(size -> size.batches().stream())
                .mapToLong(batch -> batch.recordBytes())
                .sum();
    }
}
