package dev.squeeze.kit.document;

import dev.squeeze.kit.source.BatchSample;
import dev.squeeze.kit.source.ReadNotice;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * Properties of the records, without any of their contents.
 *
 * @param source as the user wrote it
 * @param format in which the records are stored
 * @param records number of records read
 * @param payloadBytes bytes of keys and values
 * @param recordBytes sizes of key plus value
 * @param keyed whether records have keys
 * @param timestamps whether timestamps come from the data
 * @param recordsPerSecond by the records' own timestamps
 * @param seed of the sampling
 * @param notices remarks from reading
 * @param samples the sample for each batch size
 * @param stored the batches in which the records are stored; absent if there are none
 * @param storedIn the topic of these batches, if it is not the source itself
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
     * @param batchBytes nominal uncompressed record bytes per batch
     * @param batches number of batches in the whole source
     * @param sampledBatches number of batches in the sample, drawn at random from the whole source
     * @param controlledBatches number of batches compressed with the control compressor
     * @param recordsPerBatch mean over the whole source
     * @param controlRatioBySpan ratio with the control compressor, of records without headers, in consecutive parts of the source
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

    /** @param storedIn the topic whose batches are described, if it is not the source itself */
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
