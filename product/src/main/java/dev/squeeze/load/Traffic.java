package dev.squeeze.load;

/** What a trial sends over and over: records through Kafka's own producers, or batches that were made beforehand. */
public sealed interface Traffic permits Payload, ReadyBatches {}
