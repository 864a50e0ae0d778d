package dev.squeeze.engine.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;

/**
 * The measurements of one codec and level at one batch size.
 *
 * @param codec the setting
 * @param batchBytes nominal uncompressed bytes of records in a batch
 * @param recordBytesPerBatch actual mean uncompressed record bytes in a batch
 * @param recordsPerBatch mean records in a batch
 * @param ratio uncompressed over compressed batch bytes, both with the 61-byte header, over the whole source; n counts
 *     batches; empty if the budget allowed fewer than three batches
 * @param storedBytesPerRecord compressed batch bytes per record, header included
 * @param kafka cost with Kafka's own classes; empty if the budget was used up before
 * @param bare cost of the library alone, on the same bytes; empty if not requested, or if the budget was used up before
 * @param paretoOptimal whether no other setting at this batch size is better in both ratio and compression speed
 * @param batchFractions compressed over uncompressed bytes of single batches, in random order
 */
public record CodecMeasurement(
        Codec codec,
        int batchBytes,
        double recordBytesPerBatch,
        double recordsPerBatch,
        Optional<ConfidenceInterval> ratio,
        Optional<ConfidenceInterval> storedBytesPerRecord,
        Optional<PathFigures> kafka,
        Optional<PathFigures> bare,
        boolean paretoOptimal,

        @JsonProperty(access = JsonProperty.Access.WRITE_ONLY)
        List<Double> batchFractions) {
    public CodecMeasurement {
        batchFractions = List.copyOf(batchFractions);
    }

    CodecMeasurement withParetoOptimal(boolean optimal) {
        return new CodecMeasurement(
                codec,
                batchBytes,
                recordBytesPerBatch,
                recordsPerBatch,
                ratio,
                storedBytesPerRecord,
                kafka,
                bare,
                optimal,
                batchFractions);
    }
}
