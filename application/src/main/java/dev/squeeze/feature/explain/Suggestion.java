package dev.squeeze.feature.explain;

import dev.squeeze.kit.stats.ConfidenceInterval;
import java.util.List;

/**
 * A change that was tried on the batches and saves more bytes than its interval is wide.
 *
 * @param fields that it changes; empty if it changes the whole record
 * @param words what to do
 * @param savedBytesPerRecord stored bytes
 * @param savedShare share of all stored bytes
 * @param savedMoneyPerMonth for these bytes
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
    /** The kind of change. */
    public enum Kind {
        DROP(Price.READERS),
        /** Leaves out a field that another one determines in every record examined. */
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

        /** Whether it can be combined with other changes of values. */
        boolean goesTogether() {
            return switch (this) {
                case DROP_DETERMINED, CONSTANTS_TO_SCHEMA, SMALLER_FORM, FIELD_ORDER -> true;
                // The individual encodings are combined, and only those that save something.
                case SMALLER_FORMS_TOGETHER,
                        // Constants go into the schema instead.
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

    /** What a change costs the users of the records, the least first. */
    enum Price {
        /** Records keep all their information. */
        NONE,
        /** Information is lost, or the meaning of a record changes. */
        READERS,
        /** Impossible in Kafka; shows the potential only. */
        IMPOSSIBLE
    }

    public Suggestion {
        fields = List.copyOf(fields);
    }
}
