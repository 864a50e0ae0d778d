package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;

/**
 * Settings that were considered but not recommended.
 *
 * @param prediction for these settings
 * @param whyNot the reason, as a clause
 */
public record RunnerUp(Prediction prediction, String whyNot) {}
