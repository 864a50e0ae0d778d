package dev.squeeze.engine.load;

/**
 * A gateway that each worker starts on its own machine and sends through, as a task has it: no address, no login, no class.
 *
 * @param connections of all workers together
 * @param acknowledge when it answers, the name of a constant of the gateway's own
 * @param queueRecords that may wait in each
 * @param queueBytes the same in bytes
 * @param bodyBytes the largest body
 * @param heapBytes the largest Java heap of each
 */
public record WorkerGateway(
        int connections, String acknowledge, int queueRecords, long queueBytes, long bodyBytes, long heapBytes) {}
