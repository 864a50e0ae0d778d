package dev.squeeze.feature.copy;

/**
 * Offsets that the source had lost before they could be read: by retention, or because records were deleted.
 *
 * @param fromOffset the first that is missing
 * @param toOffset the first that is there again
 */
public record CopyGap(int partition, long fromOffset, long toOffset) {}
