package dev.squeeze.engine.load;

/** What a trial sends over and over: records through Kafka's own producers, or batches that were made beforehand. */
public sealed interface Traffic permits Payload, ReadyBatches {
    /**
     * The same, with another beginning in each round, which all arms of a round share: a short trial at a low rate sends only
     * some of it, and what differs between stretches then shows in the intervals.
     *
     * @param round from 0, which begins with the first
     */
    default Traffic inRound(int round) {
        return this;
    }

    /**
     * The same for a trial that gets through little of it: stretches from all over instead of what lies at one place.
     *
     * @param records that the trial gets through
     * @param together that come into the same batches, at most; they stay neighbours for the most part
     */
    default Traffic spreadFor(double records, double together) {
        return this;
    }
}
