package dev.squeeze.advice;

import dev.squeeze.model.Prediction;
import java.util.OptionalDouble;

/**
 * What a recommendation may not exceed.
 *
 * @param maxLatencyMillis time that batching and compressing may add to a record
 * @param maxProducerCores busy cores of all producers together for building and compressing batches
 */
public record Limits(OptionalDouble maxLatencyMillis, OptionalDouble maxProducerCores) {
    /** Whether settings keep within them, as foretold. */
    public boolean allow(Prediction prediction) {
        return prediction.addedLatencyMillis() <= maxLatencyMillis.orElse(Double.MAX_VALUE)
                && prediction.resources().producerCores() <= maxProducerCores.orElse(Double.MAX_VALUE);
    }
}
