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
 * @param records that were written in each format
 * @param others of them, whose values are no documents and stay as they are in every format
 * @param formats what each makes of values; {@link DataFormat#AS_THEY_ARE} first
 * @param tables one for each setting of producers, those of the fields' costs first
 */
public record FormatComparison(long records, long others, List<Values> formats, List<Table> tables) {
    public FormatComparison {
        formats = List.copyOf(formats);
        tables = List.copyOf(tables);
    }

    /**
     * Values in one format.
     *
     * @param valueBytes mean bytes of a value, with the five bytes of a schema's id in front of Avro
     * @param serialiseNanos CPU time from objects to bytes, of a record; absent of values as they are
     * @param parseNanos the same from bytes to objects
     * @param losses what is lost, and in how many records
     * @param roundTripFailures records that do not come back as they went in: they stay as they are
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

    /** @param records that it concerns */
    public record LossCount(Loss loss, long records) {}

    /**
     * All formats with one setting.
     *
     * @param largerBatches whether batches are larger than with the settings that were asked about
     */
    public record Table(
            ProducerSettings settings, @JsonAlias("deep") boolean largerBatches, List<Cell> cells) {
        public Table {
            cells = List.copyOf(cells);
        }
    }

    /**
     * A format with a setting.
     *
     * @param rawBytesPerRecord uncompressed, framing included
     * @param storedBytesPerRecord the batch's header included
     * @param relativeStoredBytes stored bytes over those of the records as they are with the same setting
     * @param compressNanos CPU time of a record, in a producer; absent where there was no time for enough rounds
     * @param decompressNanos the same in a consumer
     * @param moneySavedPerMonth against the records as they are with the same setting; negative where it costs more
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
