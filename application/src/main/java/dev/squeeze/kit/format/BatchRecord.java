package dev.squeeze.kit.format;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * A record as passed to a producer. The arrays are shared, not copied: a sample contains millions of these, and the
 * measured code must pass the same arrays to Kafka that a producer would.
 *
 * @param key the key's bytes, or null if the record has no key, as in Kafka
 * @param value the value's bytes, or null for a tombstone
 * @param headers the record's headers, never null, usually {@link #NO_HEADERS}
 * @param timestampMillis milliseconds since 1970, or {@link #WHEN_SENT}; negative timestamps, which Java's producer
 *     rejects, become {@code WHEN_SENT}
 */
public record BatchRecord(byte @Nullable [] key, byte @Nullable [] value, Header[] headers, long timestampMillis) {

    public static final Header[] NO_HEADERS = new Header[0];

    /** The producer sets the timestamp when it sends the record, as it does if the application sets none. */
    public static final long WHEN_SENT = -1;

    // Not a compact constructor, in which NullAway ignores that the arrays may be null.
    public BatchRecord(byte @Nullable [] key, byte @Nullable [] value, Header[] headers, long timestampMillis) {
        this.key = key;
        this.value = value;
        this.headers = headers;
        this.timestampMillis = Math.max(WHEN_SENT, timestampMillis);
    }

    /** A header of a record. */
    public static Header header(String name, byte @Nullable [] value) {
        return new RecordHeader(name, value);
    }

    /** The same record with another timestamp. */
    public BatchRecord withTimestamp(long millis) {
        return new BatchRecord(key, value, headers, millis);
    }

    /** The record as a producer sends it at the given time: sets the timestamp if there is none. */
    public BatchRecord sentAt(long millis) {
        return timestampMillis == WHEN_SENT ? withTimestamp(millis) : this;
    }

    /**
     * An object that identifies the record: the same instance after {@link #withTimestamp}, and a different one for any
     * other record.
     */
    public Object identity() {
        return value != null ? value : key != null ? key : this;
    }

    /** Bytes of key and value, without Kafka's framing. */
    public int payloadBytes() {
        return (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }
}
