package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;
import dev.squeeze.engine.predict.Workload;

/**
 * Predictions for today's and the best settings at another rate, simulated at that rate.
 *
 * @param factor times the workload's records per second
 * @param current today's settings
 * @param best the best settings found
 */
public record OtherRate(double factor, Prediction current, Prediction best) {
    /** The workload at this rate. */
    Workload of(Workload workload) {
        return workload.atRateTimes(factor);
    }
}
