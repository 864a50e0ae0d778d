package dev.squeeze.kit.document;

import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the records are, without any of their contents.
 *
 * @param source as the user wrote it
 * @param format how the records are stored in it
 * @param records number of records read
 * @param payloadBytes bytes of keys and values
 * @param recordBytes sizes of key plus value
 * @param keyed true where records have keys
 * @param timestamps true where timestamps come from the data
 * @param recordsPerSecond by the records' own timestamps
 * @param seed of the sampling
 * @param notices what was noticed while reading
 * @param samples what was kept, for each batch size
 * @param stored the batches that the records are stored in; absent where there are none
 * @param storedIn the topic whose batches these are, where it is not the source itself
 */
public record SourceInfo(
        String source,
        String format,
        long records,
        long payloadBytes,
        Sample.RecordBytes recordBytes,
        boolean keyed,
        boolean timestamps,
        OptionalDouble recordsPerSecond,
        long seed,
        List<ReadNotice> notices,
        List<SampledSize> samples,
        Optional<StoredBatches> stored,
        Optional<String> storedIn) {
    public SourceInfo {
        notices = List.copyOf(notices);
        samples = List.copyOf(samples);
    }

    /**
     * The sample at one batch size.
     *
     * @param batchBytes nominal uncompressed bytes of records in a batch
     * @param batches batches in the whole source
     * @param sampledBatches batches kept, drawn at random over the whole source
     * @param controlledBatches batches that the control compressor has seen
     * @param recordsPerBatch mean over the whole source
     * @param controlRatioBySpan ratio under the control compressor, records alone, in consecutive parts of the source
     */
    public record SampledSize(
            int batchBytes,
            long batches,
            int sampledBatches,
            long controlledBatches,
            double recordsPerBatch,
            List<Double> controlRatioBySpan) {
        public SampledSize {
            controlRatioBySpan = List.copyOf(controlRatioBySpan);
        }
    }

    public static SourceInfo of(String notation, Sample sample) {
        return of(notation, sample, Optional.empty());
    }

    /** @param storedIn the topic whose batches count, where it is not the source itself */
    public static SourceInfo of(String notation, Sample sample, Optional<String> storedIn) {
        return new SourceInfo(
                notation,
                sample.read().format(),
                sample.read().records(),
                sample.read().payloadBytes(),
                sample.recordBytes(),
                sample.read().hasKeys(),
                sample.read().hasTimestamps(),
                sample.recordsPerSecond(),
                sample.seed(),
                sample.read().notices(),
                sample.sizes().stream().map(SourceInfo::sampled).toList(),
                sample.read().stored(),
                storedIn);
    }

    private static SampledSize sampled(BatchSample size) {
        return new SampledSize(
                size.nominalBytes(),
                size.populationBatches(),
                size.batches().size(),
                size.controlledBatches(),
                (double) size.populationRecords() / size.populationBatches(),
                size.spanRatios());
    }
}
