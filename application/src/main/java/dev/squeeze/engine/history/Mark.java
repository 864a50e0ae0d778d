package dev.squeeze.engine.history;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A detected change.
 *
 * @param at when it was detected; it happened after the previous reading
 * @param producerId absent if producers have no id, or no single producer is responsible
 * @param codecBefore label; absent if the codec did not change
 * @param codecAfter label; absent if the codec did not change
 * @param words description of what was observed
 */
public record Mark(
        Instant at,
        Kind kind,
        String topic,
        OptionalLong producerId,
        Optional<String> codecBefore,
        Optional<String> codecAfter,
        String words) {
    /** What changed. */
    public enum Kind {
        /** A producer uses a codec that it, or the topic's producers, did not use before. */
        PRODUCER_CODEC("producer changed codec"),
        /** A producer sends uncompressed batches to a topic whose batches are compressed. */
        RAW_PRODUCER("uncompressed producer"),
        /** Batches contain less than half as many records as before, at about the same rate. */
        SHALLOW_BATCHES("records per batch halved"),
        /**
         * Batches of a producer that uses the planned codec contain less than half the records that the plan expects.
         */
        BEHIND_PLAN("batches behind the plan"),
        /** A broker stores batches in another codec than the one they were sent in. */
        RECOMPRESSION("broker recompresses");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** Human-readable name. */
        public String words() {
            return words;
        }
    }
}
