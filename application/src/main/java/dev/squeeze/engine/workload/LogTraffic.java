package dev.squeeze.engine.workload;

import dev.squeeze.kit.source.ObservedRate;
import dev.squeeze.kit.source.RecordSource;
import dev.squeeze.kit.source.Sample;
import dev.squeeze.kit.source.StoredBatches;
import java.util.Optional;

/**
 * What records show of their traffic.
 *
 * @param recordBytes mean bytes of a record inside a batch, framing included, uncompressed
 * @param payloadBytes mean bytes of key and value
 * @param rate by the records' timestamps, where they span some time
 * @param stored the batches that they are stored in; absent for records that are in no log
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

    /** Of a topic that was read without keeping records. */
    public static LogTraffic of(RecordSource.ReadReport read, StoredBatches stored) {
        return new LogTraffic(
                stored.recordBytesPerBatch() / stored.recordsPerBatch(),
                (double) read.payloadBytes() / Math.max(1, read.records()),
                read.hasKeys(),
                stored.rate(),
                Optional.of(stored));
    }
}
