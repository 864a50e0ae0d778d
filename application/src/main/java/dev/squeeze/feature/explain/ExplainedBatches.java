package dev.squeeze.feature.explain;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * The batches that everything was measured on.
 *
 * @param settings of the producers
 * @param settingsOrigin where they are from, such as {@code assumed}
 * @param formed number of batches that the simulated producer formed
 * @param measured number of these on which the costs of fields are based
 * @param rawBytesPerRecord uncompressed, including framing
 * @param storedBytesPerRecord including the batch header
 * @param moneyPerMonth for the stored bytes
 */
public record ExplainedBatches(
        ProducerSettings settings,
        @JsonAlias("settingsAre") SettingsOrigin settingsOrigin,
        long formed,
        long measured,
        double recordsPerBatch,
        double rawBytesPerRecord,
        ConfidenceInterval storedBytesPerRecord,
        double ratio,
        double moneyPerMonth) {
    /** Where the settings are from. */
    public enum SettingsOrigin {
        GIVEN,
        /** The codec is from the log; the rest are the client's defaults. */
        FROM_LOG,
        ASSUMED
    }
}
