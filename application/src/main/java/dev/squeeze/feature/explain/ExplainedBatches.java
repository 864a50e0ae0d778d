package dev.squeeze.feature.explain;

import com.fasterxml.jackson.annotation.JsonAlias;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * The batches that everything was measured on.
 *
 * @param settings of the producers
 * @param settingsOrigin where they are from, such as {@code assumed}
 * @param formed batches that the simulated producer formed
 * @param measured of them, those that the costs of fields rest on
 * @param rawBytesPerRecord framing included
 * @param storedBytesPerRecord the batch's header included
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
        /** The codec is that of the log; the rest are the client's defaults. */
        FROM_LOG,
        ASSUMED
    }
}
