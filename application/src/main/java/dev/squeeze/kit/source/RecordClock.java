package dev.squeeze.kit.source;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Determines the records' timestamps: from a field if one is given, otherwise from an assumed arrival rate. */
final class RecordClock {
    /**
     * Where assumed timestamps start, 2024-01-01T00:00:00Z: a fixed time, so that the same input always gives the same
     * batches, and a recent one, so that timestamps are as long as real ones.
     */
    static final long ASSUMED_START_MILLIS =
            Instant.parse("2024-01-01T00:00:00Z").toEpochMilli();

    /** Keeps the assumed timestamps of a very slow stream within the range that java.time can print. */
    private static final double LATEST_ASSUMED_MILLIS_AFTER_START = 2e14;

    private final double millisPerRecord;
    private long stamped;
    private long previousMillis = ASSUMED_START_MILLIS;
    private long unreadable;

    RecordClock(double assumedRecordsPerSecond) {
        this.millisPerRecord = 1000 / assumedRecordsPerSecond;
    }

    /** The next record's timestamp, from the assumed rate over all inputs. */
    long assumedMillis() {
        double sinceStart = Math.min(stamped++ * millisPerRecord, LATEST_ASSUMED_MILLIS_AFTER_START);
        return ASSUMED_START_MILLIS + (long) sinceStart;
    }

    /**
     * The next record's timestamp, from the text of its field. If that is missing or not a timestamp, returns that of
     * the previous record, or the assumed start if there is none.
     */
    long fieldMillis(Optional<String> text) {
        stamped++;
        OptionalLong millis = text.isPresent() ? TimestampParser.millis(text.get()) : OptionalLong.empty();
        if (millis.isEmpty()) {
            unreadable++;
        } else {
            previousMillis = millis.getAsLong();
        }
        return previousMillis;
    }

    /** Number of records whose field had no timestamp. */
    long unreadable() {
        return unreadable;
    }
}
