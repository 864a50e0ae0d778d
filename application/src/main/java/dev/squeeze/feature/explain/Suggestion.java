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
        DROP(Price.READERS),
        /** Of a field that another one determines in every record that was looked at. */
        DROP_DETERMINED(Price.NONE),
        SHORTEN(Price.READERS),
        CONSTANTS_TO_SCHEMA(Price.NONE),
        CONSTANTS_TO_HEADERS(Price.NONE),
        SMALLER_FORM(Price.NONE),
        SMALLER_FORMS_TOGETHER(Price.NONE),
        FIELD_ORDER(Price.NONE),
        KEY(Price.NONE),
        TOPIC_FOR_EACH_TYPE(Price.NONE),
        LARGER_RECORDS(Price.READERS),
        SMALLER_RECORDS(Price.READERS),
        DICTIONARY_BOUND(Price.IMPOSSIBLE);

        private final Price price;

        Kind(Price price) {
            this.price = price;
        }

        Price price() {
            return price;
        }

        /** Whether it is one of the changes of values that are made at once. */
        boolean goesTogether() {
            return switch (this) {
                case DROP_DETERMINED, CONSTANTS_TO_SCHEMA, SMALLER_FORM, FIELD_ORDER -> true;
                // The forms are applied one by one; only those that save something.
                case SMALLER_FORMS_TOGETHER,
                        // Constants go into the schema.
                        CONSTANTS_TO_HEADERS,
                        DROP,
                        SHORTEN,
                        KEY,
                        TOPIC_FOR_EACH_TYPE,
                        LARGER_RECORDS,
                        SMALLER_RECORDS,
                        DICTIONARY_BOUND -> false;
            };
        }
    }

    /** What a change costs those who use the records, the least first. */
    enum Price {
        /** Records say what they said. */
        NONE,
        /** Something is lost, or a record is no longer what it was. */
        READERS,
        /** Kafka cannot do it: how much it would be. */
        IMPOSSIBLE
    }

    public Suggestion {
        fields = List.copyOf(fields);
    }
}
