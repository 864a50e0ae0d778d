package dev.squeeze.feature.copy;

/**
 * Offsets that were gone from the source before they could be read, because of retention or because records were
 * deleted.
 *
 * @param fromOffset the first missing offset
 * @param toOffset the first offset after the gap
 */
public record CopyGap(int partition, long fromOffset, long toOffset) {}
