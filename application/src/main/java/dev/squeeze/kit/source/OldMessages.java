package dev.squeeze.kit.source;

import java.util.Locale;
import java.util.Optional;

/** Counts a topic's messages in formats from before Kafka 0.11, which are not in record batches and are skipped. */
final class OldMessages {
    private Optional<Byte> format = Optional.empty();
    private long count;

    void add(byte magic) {
        format = Optional.of(magic);
        count++;
    }

    /**
     * Adds a notice if there are any.
     *
     * @param alone whether nothing else was found
     * @throws SourceException if nothing else was found
     */
    void note(String topic, boolean alone, BatchNotices notices) {
        if (alone && format.isPresent()) {
            throw new SourceException("topic:" + topic + " contains only messages of format " + format.get()
                    + ", from before Kafka 0.11, which cannot be read directly: write them to a file with"
                    + " kafka-console-consumer.sh and give its path");
        }
        if (count > 0) {
            notices.add(
                    "topic:" + topic,
                    String.format(
                            Locale.ROOT,
                            "%,d messages in formats older than Kafka 0.11 were skipped: only batches of format 2 are"
                                    + " read",
                            count),
                    0);
        }
    }
}
