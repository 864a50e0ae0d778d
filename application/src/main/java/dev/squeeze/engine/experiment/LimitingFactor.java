package dev.squeeze.engine.experiment;

import java.util.List;

/**
 * What was at its limit when a rate was not sustained.
 *
 * @param what the part at its limit
 * @param explanation one sentence with the figure that decided
 * @param evidence the figures that were considered, as text
 */
public record LimitingFactor(Part what, String explanation, List<String> evidence) {
    public LimitingFactor {
        evidence = List.copyOf(evidence);
    }

    /** The parts that can be at their limit. */
    public enum Part {
        APPLICATION_THREAD("application thread"),
        PRODUCER_NETWORK_THREAD("producer's network thread"),
        BATCH_LOCK("lock on the partition's batches"),
        LOAD_CLIENT("client that sends the load"),
        SERVICE_WORKER("service's workers"),
        SERVICE_NETWORK_THREAD("service's producer network thread"),
        SERVICE_LOCK("lock on the partition's batches in the service"),
        SERVICE_BUFFER("producer's buffer memory in the service"),
        BROKER_CPU("broker's CPU"),
        BROKER_NETWORK("broker's network threads"),
        CONSUMER("consumer"),
        MACHINE("machine's cores"),
        HOST("other machines of the host"),
        UNKNOWN("not found");

        private final String words;

        Part(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }
}
