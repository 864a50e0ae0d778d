package dev.squeeze.feature.explain;

import dev.squeeze.engine.predict.Prices;
import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.engine.workload.TopicWorkload;
import dev.squeeze.kit.cli.RunStart;
import dev.squeeze.kit.source.Sample;
import java.time.Duration;
import java.util.Optional;

/**
 * The input of {@code squeeze explain} once its source has been read.
 *
 * @param notation of the source
 * @param learned the workload; its number of producers may be an assumption until the codec is measured
 * @param schema that was given for the values; empty without one
 * @param budget for compressing batches
 * @param examples whether to show contents of fields
 * @param ladder whether to search for settings with changes applied
 * @param formats whether to try the records in other formats
 */
record ExplainQuestion(
        RunStart start,
        String notation,
        Sample sample,
        ExplainedSettings explained,
        TopicWorkload learned,
        Prices prices,
        Optional<ValueSchema> schema,
        Duration budget,
        boolean examples,
        boolean ladder,
        boolean formats,
        long seed) {
    /** The settings whose batches are measured. */
    ProducerSettings settings() {
        return explained.settings();
    }
}
