package dev.squeeze.feature.advise;

import com.fasterxml.jackson.annotation.JsonIncludeProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import java.util.Locale;

/**
 * What a reader must know before acting on a recommendation. The set of kinds is closed; each message says what it
 * means and what to do.
 */
@JsonIncludeProperties({"kind", "message"})
@JsonPropertyOrder({"kind", "message"})
@JsonDeserialize(as = Caveat.Read.class)
public sealed interface Caveat permits MeasurementCaveat, TrafficCaveat, ChangeCaveat, Caveat.Read {
    /** One or more sentences, in full. */
    @JsonProperty
    String message();

    /** The same in one line of at most 95 characters, for the first screen. */
    default String brief() {
        int end = message().indexOf(". ");
        return end < 0 ? message() : message().substring(0, end + 1);
    }

    /** A short name for programs, such as {@code drifting-data}. */
    @JsonProperty
    default String kind() {
        return getClass().getSimpleName().replaceAll("([a-z])([A-Z])", "$1-$2").toLowerCase(Locale.ROOT);
    }

    /** A caveat read from a document; its message includes the figures. */
    record Read(String kind, String message) implements Caveat {}
}
