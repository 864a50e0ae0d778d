package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.predict.SettingsOfLog;
import dev.squeeze.engine.predict.Workload;
import dev.squeeze.feature.advise.CurrentSettings;
import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import dev.squeeze.kit.source.StoredBatches;
import java.util.Optional;

/** The settings whose batches are measured, and where they are from. */
record ExplainedSettings(ProducerSettings settings, ExplainedBatches.SettingsOrigin origin) {
    /**
     * Given settings take precedence over those of a log. Without either, a codec is assumed that improves most topics:
     * without compression, a field would simply cost its bytes.
     *
     * @param stored the log's batches
     */
    static ExplainedSettings of(Optional<CurrentSettings> given, Optional<StoredBatches> stored, Workload workload) {
        ProducerSettings defaults = workload.assumedSettings();
        ProducerSettings withoutLog = new ProducerSettings(
                Codec.ofDefaultLevel(CodecType.ZSTD), defaults.batchSizeBytes(), defaults.lingerMillis());
        if (given.isPresent()) {
            CurrentSettings current = given.get();
            return new ExplainedSettings(
                    stored.map(batches -> current.over(batches, workload)).orElseGet(() -> current.over(withoutLog)),
                    ExplainedBatches.SettingsOrigin.GIVEN);
        }
        return new ExplainedSettings(
                stored.map(batches -> SettingsOfLog.of(batches, workload)).orElse(withoutLog),
                stored.isPresent()
                        ? ExplainedBatches.SettingsOrigin.FROM_LOG
                        : ExplainedBatches.SettingsOrigin.ASSUMED);
    }
}
