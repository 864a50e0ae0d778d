package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * A change that was tried and saves nothing, or hardly anything.
 *
 * @param words description of the change
 * @param savedBytesPerRecord stored bytes; the interval includes zero, or the saving is negative or too small to be
 *     worth a change
 */
public record TriedChange(Suggestion.Kind kind, String words, ConfidenceInterval savedBytesPerRecord) {}
