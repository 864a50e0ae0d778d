package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;

/**
 * Settings that were considered and not recommended.
 *
 * @param prediction prediction for them
 * @param whyNot one clause
 */
public record RunnerUp(Prediction prediction, String whyNot) {}
