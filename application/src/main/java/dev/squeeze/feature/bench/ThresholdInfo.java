package dev.squeeze.feature.bench;

import java.util.OptionalDouble;

/**
 * A threshold, and whether it was met.
 *
 * @param demand as the user wrote it
 * @param arm whose figure it was held against
 * @param value the figure; absent where the arm does not have it, which counts as missed
 * @param met whether it was met
 */
public record ThresholdInfo(String demand, String arm, OptionalDouble value, boolean met) {}
