package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;

/**
 * A change that was tried on the batches and saves bytes beyond its interval.
 *
 * @param fields that it changes; empty where it changes all of a record
 * @param words what to do
 * @param savedBytesPerRecord stored bytes
 * @param savedShare of all stored bytes
 * @param savedMoneyPerMonth for them
 * @param breaks what no longer works as before
 */
public record Suggestion(
        Kind kind,
        List<String> fields,
        String words,
        ConfidenceInterval savedBytesPerRecord,
        double savedShare,
        ConfidenceInterval savedMoneyPerMonth,
        String breaks) {
    /** What sort of change it is. */
    public enum Kind {
        DROP,
        DROP_DETERMINED,
        CONSTANTS_TO_SCHEMA,
        SMALLER_FORM,
        SMALLER_FORMS_TOGETHER,
        FIELD_ORDER,
        KEY,
        /** Not possible in Kafka: how much it would be. */
        DICTIONARY_BOUND
    }

    public Suggestion {
        fields = List.copyOf(fields);
    }
}
