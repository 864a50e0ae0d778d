package dev.squeeze.feature.fill;

import java.time.Duration;
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
 * @param recordsPerSecond absent for as fast as it goes
 * @param patience the longest that a broker may take to answer
 */
public record FillPlan(
        List<Phase> phases,
        OptionalLong records,
        Optional<Duration> duration,
        OptionalDouble recordsPerSecond,
        Duration patience) {
    public FillPlan {
        phases = List.copyOf(phases);
        if (phases.isEmpty()) {
            throw new IllegalArgumentException("a topic is filled in at least one phase");
        }
        if (records.isPresent() == duration.isPresent()) {
            throw new IllegalArgumentException("either a number of records or a time ends a phase");
        }
        if (records.isPresent() && records.getAsLong() < 1) {
            throw new IllegalArgumentException("a phase needs at least one record, not " + records.getAsLong());
        }
        if (duration.isPresent() && (duration.get().isZero() || duration.get().isNegative())) {
            throw new IllegalArgumentException("a phase needs time, not " + duration.get());
        }
    }

    /**
     * @param name for readers, such as the codec
     * @param producerProperties Kafka's own, less what it takes to connect
     */
    public record Phase(String name, Map<String, String> producerProperties) {
        public Phase {
            producerProperties = new TreeMap<>(producerProperties);
        }
    }
}
