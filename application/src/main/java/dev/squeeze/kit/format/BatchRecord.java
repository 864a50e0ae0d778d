package dev.squeeze.kit.format;

import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.jspecify.annotations.Nullable;

/**
 * One record as a producer hands it over. The arrays are shared, not copied: a sample holds millions of these, and the
 * measured path must hand Kafka the very arrays that a producer would.
 *
 * @param key the key's bytes, or null where the record has none (Kafka's own notion of "no key")
 * @param value the value's bytes, or null for a tombstone
 * @param headers the record's headers, never null, usually {@link #NO_HEADERS}
 * @param timestampMillis milliseconds since 1970, or {@link #WHEN_SENT}; earlier ones, which Java's producer refuses, become that
 */
public record BatchRecord(byte @Nullable [] key, byte @Nullable [] value, Header[] headers, long timestampMillis) {

    public static final Header[] NO_HEADERS = new Header[0];

    /** A timestamp that the producer gives the record, as it does where the application gives none. */
    public static final long WHEN_SENT = -1;

    // Not a compact one: NullAway overlooks that its arrays may be null.
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

    /** The same with another timestamp. */
    public BatchRecord withTimestamp(long millis) {
        return new BatchRecord(key, value, headers, millis);
    }

    /** The same as a producer sends it at a moment. */
    public BatchRecord sentAt(long millis) {
        return timestampMillis == WHEN_SENT ? withTimestamp(millis) : this;
    }

    /** An object that is the same one in the record with another timestamp, and another one in any other record. */
    public Object identity() {
        return value != null ? value : key != null ? key : this;
    }

    /** Bytes of key and value alone, without Kafka's framing. */
    public int payloadBytes() {
        return (key == null ? 0 : key.length) + (value == null ? 0 : value.length);
    }
}
