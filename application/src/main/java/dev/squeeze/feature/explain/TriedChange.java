package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;

/**
 * A change that was tried and saves nothing, or hardly anything.
 *
 * @param words what it would be
 * @param savedBytesPerRecord stored bytes; its interval holds zero, or it is negative, or too little to be worth a change
 */
public record TriedChange(Suggestion.Kind kind, String words, ConfidenceInterval savedBytesPerRecord) {}
