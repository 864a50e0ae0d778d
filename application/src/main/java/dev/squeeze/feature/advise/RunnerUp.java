package dev.squeeze.feature.advise;

import dev.squeeze.engine.predict.Prediction;

/**
 * Settings that were looked at and not taken.
 *
 * @param prediction what they would do
 * @param whyNot one clause
 */
public record RunnerUp(Prediction prediction, String whyNot) {}
