package dev.squeeze.advice;

import dev.squeeze.model.Prediction;

/**
 * Settings that were looked at and not taken.
 *
 * @param prediction what they would do
 * @param whyNot one clause
 */
public record RunnerUp(Prediction prediction, String whyNot) {}
