package dev.squeeze.feature.copy;

import java.nio.ByteBuffer;

/**
 * A batch of committed data as stored in the source.
 *
 * @param bytes with the header; shared, so must not be changed
 * @param fromOffset offset of the first record to copy; may be within the batch
 * @param lastOffset offset of the last record to copy
 */
record SourceBatch(int partition, ByteBuffer bytes, long fromOffset, long lastOffset) {}
