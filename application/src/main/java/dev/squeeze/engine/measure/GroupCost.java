package dev.squeeze.engine.measure;

/**
 * What a group cost.
 *
 * @param batchBytes size of each compressed batch, header included
 * @param compressNanos CPU time of compressing all
 * @param verifyNanos CPU time of decompressing and comparing all
 * @param compressAllocatedBytes what the JVM allocated for compressing all
 * @param verifyAllocatedBytes what it allocated for decompressing and comparing all
 */
record GroupCost(
        int[] batchBytes,
        long compressNanos,
        long verifyNanos,
        long compressAllocatedBytes,
        long verifyAllocatedBytes) {}
