package dev.squeeze.kit.source;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was kept of a source, and what was seen of all of it.
 *
 * @param read the report of the reading
 * @param recordBytes sizes of the records
 * @param seed of the random choice
 * @param rate of arrival by the records' own timestamps, where they have them and span some time
 * @param sizes one sample for each batch size, ascending
 * @param ofOtherRecords whether the report tells of a log that holds other records than these
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

    /** Of a source whose report tells of the same records. */
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
     * @param median of all records, to within 3 %
     * @param p99 99th percentile, to within 3 %
     */
    public record RecordBytes(long min, long median, double mean, long p99, long max) {}

    /** The same without its smallest batch size. */
    public Sample withoutSmallestSize() {
        return new Sample(read, recordBytes, seed, rate, sizes.subList(1, sizes.size()), ofOtherRecords);
    }

    /** The same without batch sizes above so many bytes, but for the smallest one. */
    public Sample withSizesUpTo(int bytes) {
        List<BatchSample> kept =
                sizes.stream().filter(size -> size.nominalBytes() <= bytes).toList();
        return new Sample(read, recordBytes, seed, rate, kept.isEmpty() ? sizes.subList(0, 1) : kept, ofOtherRecords);
    }

    /** The same records, as if they were stored in the batches of a log that was read separately, whose rate counts. */
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

    /** The arrival rate by the records' own timestamps, where they show one. */
    public OptionalDouble recordsPerSecond() {
        return rate.map(seen -> OptionalDouble.of(seen.recordsPerSecond())).orElse(OptionalDouble.empty());
    }

    /**
     * Mean bytes of a record inside a batch of a usual size, framing included, uncompressed. In a batch of a megabyte, small records
     * would be 5 % larger: the framing of each holds how far its offset and timestamp are from the batch's first.
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
