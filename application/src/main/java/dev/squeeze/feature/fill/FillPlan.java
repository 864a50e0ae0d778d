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
 * Plan for filling a topic in phases, each with its own producer, as when an application is restarted with different
 * settings.
 *
 * @param phases in their order, at least one
 * @param records records in each phase; absent if a time ends it
 * @param duration length of each phase; absent if a number of records ends it
 * @param recordsPerSecond absent for unthrottled
 * @param timeout timeout for a broker's response
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
            throw new IllegalArgumentException("a phase must be longer than zero, got " + duration.get());
        }
    }

    /**
     * @param name name for readers, such as the codec
     * @param producerProperties producer properties, without those of the connection
     */
    public record Phase(String name, Map<String, String> producerProperties) {
        public Phase {
            producerProperties = new TreeMap<>(producerProperties);
        }

        /** Returns one phase for each codec, which is parsed from text, with the given properties in addition. */
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
