package dev.squeeze.engine.measure;

/**
 * The cost of a group of batches.
 *
 * @param batchBytes size of each compressed batch, header included
 * @param compressNanos CPU time for compressing all
 * @param verifyNanos CPU time for decompressing and comparing all
 * @param compressAllocatedBytes bytes allocated by the JVM for compressing all
 * @param verifyAllocatedBytes bytes allocated by the JVM for decompressing and comparing all
 */
record GroupCost(
        int[] batchBytes,
        long compressNanos,
        long verifyNanos,
        long compressAllocatedBytes,
        long verifyAllocatedBytes) {}
