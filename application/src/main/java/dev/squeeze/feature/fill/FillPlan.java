package dev.squeeze.feature.fill;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.unit.UsageException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeMap;

/**
 * What is written into a topic, phase after phase, each by a producer of its own: as when an application is started again
 * with other settings.
 *
 * @param phases in their order, at least one
 * @param records in each phase; absent where time is what ends it
 * @param duration of each phase; absent where records are what ends it
 * @param recordsPerSecond absent for unthrottled
 * @param timeout how long to wait for an answer of a broker
 */
public record FillPlan(
        List<Phase> phases,
        OptionalLong records,
        Optional<Duration> duration,
        OptionalDouble recordsPerSecond,
        Duration timeout) {
    public FillPlan {
        phases = List.copyOf(phases);
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("a topic is filled in at least one phase");
        }
        if (records.isPresent() == duration.isPresent()) {
            throw new IllegalArgumentException("either a number of records or a time ends a phase");
        }
        if (records.isPresent() && records.getAsLong() < 1) {
            throw new IllegalArgumentException("a phase needs at least one record, got " + records.getAsLong());
        }
        if (duration.isPresent() && (duration.get().isZero() || duration.get().isNegative())) {
            throw new IllegalArgumentException("a phase must be longer than 0, got " + duration.get());
        }
    }

    /**
     * @param name for readers, such as the codec
     * @param producerProperties Kafka's, without those of the connection
     */
    public record Phase(String name, Map<String, String> producerProperties) {
        public Phase {
            producerProperties = new TreeMap<>(producerProperties);
        }

        /** One phase for each codec, as users write them, over properties that all have. */
        static List<Phase> ofCodecs(List<String> codecs, Map<String, String> producerProperties) {
            List<Phase> phases = new ArrayList<>();
            for (String text : codecs) {
                Codec codec = UsageException.parse(text, Codec::parse);
                Map<String, String> properties = new TreeMap<>(producerProperties);
                for (String line : codec.configLines()) {
                    int equals = line.indexOf('=');
                    properties.put(line.substring(0, equals), line.substring(equals + 1));
                }
                phases.add(new Phase(codec.toString(), properties));
            }
            return phases;
        }
    }
}
