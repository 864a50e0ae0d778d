package dev.squeeze.engine.history;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A change that was noticed.
 *
 * @param at when it was noticed: it happened after the reading before
 * @param producerId absent where producers have no id, or none stands out
 * @param codecBefore label; absent where it is no change of codec
 * @param codecAfter likewise
 * @param words what was seen, in a sentence
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
        /** A producer sends in a codec that it, or the topic's producers, did not send in before. */
        PRODUCER_CODEC("producer changed codec"),
        /** A producer sends uncompressed batches to a topic of compressed ones. */
        RAW_PRODUCER("uncompressed producer"),
        /** Batches hold less than half as many records as before, at about the same rate. */
        SHALLOW_BATCHES("records per batch halved"),
        /** A producer that sends in the planned codec forms batches of less than half the records that the plan expects. */
        BEHIND_PLAN("batches behind the plan"),
        /** A broker stores batches in another codec than they are sent in. */
        RECOMPRESSION("broker recompresses");

        private final String words;

        Kind(String words) {
            this.words = words;
        }

        /** As people read it. */
        public String words() {
            return words;
        }
    }
}
