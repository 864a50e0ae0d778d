package dev.squeeze.engine.load;

/**
 * A gateway that each worker starts on its own machine and sends through, as described in a task: without addresses,
 * credentials or class names.
 *
 * @param connections total over all workers
 * @param acknowledge when it answers: the name of one of the gateway's own constants
 * @param queueRecords maximum number of records queued in each gateway
 * @param queueBytes maximum size of each gateway's queue
 * @param bodyBytes maximum size of a request body
 * @param heapBytes maximum Java heap of each gateway
 */
public record WorkerGateway(
        int connections, String acknowledge, int queueRecords, long queueBytes, long bodyBytes, long heapBytes) {}
