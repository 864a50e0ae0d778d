package dev.squeeze.kit.source;

import java.util.Locale;
import java.util.Optional;

/** Messages of a topic in the formats from before Kafka 0.11, which are in no batches: they are counted and passed over. */
final class OldMessages {
    private Optional<Byte> format = Optional.empty();
    private long count;

    void add(byte magic) {
        format = Optional.of(magic);
        count++;
    }

    /**
     * Says that there are some.
     *
     * @param alone whether nothing else was found
     * @throws SourceException where nothing else was
     */
    void note(String topic, boolean alone, BatchNotices notices) {
        if (alone && format.isPresent()) {
            throw new SourceException("topic:" + topic + " holds messages of format " + format.get()
                    + ", from before Kafka 0.11, which are in no batches: read them into a file with"
                    + " kafka-console-consumer.sh and give its path");
        }
        if (count > 0) {
            notices.add(
                    "topic:" + topic,
                    String.format(
                            Locale.ROOT,
                            "%,d messages of the formats before Kafka 0.11 were passed over: only batches of format 2 are"
                                    + " read",
                            count),
                    0);
        }
    }
}
