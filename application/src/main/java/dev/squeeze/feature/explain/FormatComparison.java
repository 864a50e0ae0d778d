package dev.squeeze.feature.explain;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.engine.encoding.DataFormat;
import dev.squeeze.engine.encoding.Loss;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;
import java.util.Optional;

/**
 * The same records in other formats.
 *
 * @param records number of records that were written in each format
 * @param others number of these whose values are not documents; they stay as they are in every format
 * @param formats properties of the values in each; {@link DataFormat#AS_THEY_ARE} first
 * @param tables one per combination of producer settings; the first has the settings used for the costs of fields
 */
public record FormatComparison(long records, long others, List<Values> formats, List<Table> tables) {
    public FormatComparison {
        formats = List.copyOf(formats);
        tables = List.copyOf(tables);
    }

    /**
     * Values in one format.
     *
     * @param valueBytes mean bytes of a value; for Avro including five bytes for the schema id
     * @param serialiseNanos CPU time per record from objects to bytes; absent for values as they are
     * @param parseNanos CPU time per record from bytes to objects; absent for values as they are
     * @param losses what is lost, and in how many records
     * @param roundTripFailures records that cannot be converted and back without other changes; they stay as they are
     */
    public record Values(
            DataFormat format,
            double valueBytes,
            Optional<ConfidenceInterval> serialiseNanos,
            Optional<ConfidenceInterval> parseNanos,
            List<LossCount> losses,
            @JsonAlias("notWritten") long roundTripFailures) {
        public Values {
            losses = List.copyOf(losses);
        }
    }

    /** @param records number of records affected */
    public record LossCount(Loss loss, long records) {}

    /**
     * All formats with one combination of settings.
     *
     * @param largerBatches whether batches are larger than with the given settings
     */
    public record Table(
            ProducerSettings settings, @JsonAlias("deep") boolean largerBatches, List<Cell> cells) {
        public Table {
            cells = List.copyOf(cells);
        }
    }

    /**
     * A format with certain settings.
     *
     * @param rawBytesPerRecord uncompressed, including framing
     * @param storedBytesPerRecord including the batch header
     * @param relativeStoredBytes stored bytes over those of the records as they are, with the same settings
     * @param compressNanos CPU time per record in a producer; absent if there was no time for enough rounds
     * @param decompressNanos the same in a consumer
     * @param moneySavedPerMonth compared with the records as they are and the same settings; negative if it costs more
     */
    public record Cell(
            DataFormat format,
            double recordsPerBatch,
            double rawBytesPerRecord,
            double storedBytesPerRecord,
            @JsonAlias("storedAgainstTheirs") ConfidenceInterval relativeStoredBytes,
            Optional<ConfidenceInterval> compressNanos,
            Optional<ConfidenceInterval> decompressNanos,
            ConfidenceInterval moneySavedPerMonth) {}
}
