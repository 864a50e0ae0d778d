package dev.squeeze.engine.load;

/** What a trial sends repeatedly: records through Kafka's own producers, or batches that were made in advance. */
public sealed interface Traffic permits Payload, ReadyBatches {
    /**
     * The same traffic with a different starting point in each round, shared by all arms of a round. A short trial at a
     * low rate sends only part of the traffic; varying the part lets the confidence intervals reflect differences
     * between parts.
     *
     * @param round from 0, which starts with the first record
     */
    default Traffic inRound(int round) {
        return this;
    }

    /**
     * The same traffic for a trial that sends only a small part of it: stretches from all over instead of from one
     * place.
     *
     * @param records number of records that the trial sends
     * @param together maximum number of records in the same batch; most of these stay neighbours
     */
    default Traffic spreadFor(double records, double together) {
        return this;
    }
}
