package dev.squeeze.engine.workload;

import dev.squeeze.kit.source.ObservedRate;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import java.util.Optional;

/**
 * What records show about their traffic.
 *
 * @param recordBytes mean bytes of a record inside a batch, framing included, uncompressed
 * @param payloadBytes mean bytes of key and value
 * @param rate according to the records' timestamps, if these span some time
 * @param stored the batches in which they are stored; absent for records that are not in a log
 */
public record LogTraffic(
        double recordBytes,
        double payloadBytes,
        boolean keyed,
        Optional<ObservedRate> rate,
        Optional<StoredBatches> stored) {
    public static LogTraffic of(Sample sample) {
        return new LogTraffic(
                sample.framedRecordBytes(),
                sample.recordBytes().mean(),
                sample.read().hasKeys(),
                sample.rate(),
                sample.read().stored());
    }

    /** For a topic that was read without keeping its records. */
    public static LogTraffic of(RecordSource.ReadReport read, StoredBatches stored) {
        return new LogTraffic(
                stored.recordBytesPerBatch() / stored.recordsPerBatch(),
                (double) read.payloadBytes() / Math.max(1, read.records()),
                read.hasKeys(),
                stored.rate(),
                Optional.of(stored));
    }
}
