package dev.squeeze.feature.copy;

/**
 * Offsets that the source had lost before they could be read, by its retention or because somebody deleted records.
 *
 * @param fromOffset the first that is missing
 * @param toOffset the first that is there again
 */
public record CopyGap(int partition, long fromOffset, long toOffset) {}
