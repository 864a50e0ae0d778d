package dev.squeeze.feature.copy;

import java.nio.ByteBuffer;

/**
 * A batch of committed data as the source holds it.
 *
 * @param bytes header and all; shared, so never changed
 * @param fromOffset the first of its records that is wanted, which may lie within it
 * @param lastOffset the last of its records that is wanted
 */
record SourceBatch(int partition, ByteBuffer bytes, long fromOffset, long lastOffset) {}
