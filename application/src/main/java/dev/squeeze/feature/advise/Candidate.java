package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.ProducerSettings;

/**
 * Settings that were compared, with the figures they were compared by.
 *
 * @param coarse true if no batches were formed and compressed: accurate enough to rank, not to quote
 * @param withinLimits whether they meet the limits
 * @param wireBytesPerSecond from producers to brokers
 * @param cores of producers, brokers and consumers
 * @param money per month, in the currency of the price list
 */
public record Candidate(
        ProducerSettings settings,
        boolean coarse,
        boolean withinLimits,
        double recordsPerBatch,
        double ratio,
        double wireBytesPerSecond,
        double cores,
        double addedLatencyMillis,
        double money) {
    static Candidate of(Prediction prediction, boolean withinLimits) {
        return new Candidate(
                prediction.settings(),
                prediction.simulated().map(Prediction.SimulatedTraffic::coarse).orElse(false),
                withinLimits,
                prediction.fill().recordsPerBatch(),
                prediction.ratio(),
                prediction.resources().wireBytesPerSecond(),
                prediction.resources().cores(),
                prediction.addedLatencyMillis(),
                prediction.resources().money());
    }
}
