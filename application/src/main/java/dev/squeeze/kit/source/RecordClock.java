package dev.squeeze.kit.source;

import java.time.Instant;
import java.util.Optional;
import java.util.OptionalLong;

/** Stamps records: from their own field where one is named, else at an assumed rate of arrival. */
final class RecordClock {
    /**
     * Where assumed timestamps start, 2024-01-01T00:00:00Z: a fixed moment, so that the same input always gives the same
     * batches, and a recent one, so that its digits are as long as those of real timestamps.
     */
    static final long ASSUMED_START_MILLIS =
            Instant.parse("2024-01-01T00:00:00Z").toEpochMilli();

    /** Keeps the assumed stamps of a very slow stream within what java.time can print. */
    private static final double LATEST_ASSUMED_MILLIS_AFTER_START = 2e14;

    private final double millisPerRecord;
    private long stamped;
    private long previousMillis = ASSUMED_START_MILLIS;
    private long unreadable;

    RecordClock(double assumedRecordsPerSecond) {
        this.millisPerRecord = 1000 / assumedRecordsPerSecond;
    }

    /** The next record's timestamp, spaced by the assumed rate over all inputs. */
    long assumedMillis() {
        double sinceStart = Math.min(stamped++ * millisPerRecord, LATEST_ASSUMED_MILLIS_AFTER_START);
        return ASSUMED_START_MILLIS + (long) sinceStart;
    }

    /**
     * The next record's timestamp from its field's text. Where that is missing or not a moment the record takes its
     * predecessor's, or the assumed start where there is none.
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

    /** Records whose field held no moment. */
    long unreadable() {
        return unreadable;
    }
}
