package dev.squeeze.feature.copy;

import java.nio.ByteBuffer;

/**
 * A batch of committed data as the source holds it.
 *
 * @param bytes with the header; shared, so never changed
 * @param fromOffset the first record that is wanted; may be within the batch
 * @param lastOffset the last record that is wanted
 */
record SourceBatch(int partition, ByteBuffer bytes, long fromOffset, long lastOffset) {}
