package dev.squeeze.engine.workload;

import dev.squeeze.kit.unit.ArrivalRate;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The workload specified by flags; overrides what the log and the cluster show.
 *
 * @param rate of all producers together
 * @param retention replaces the topic's limits on time and bytes
 * @param localRetention with tiered storage, how long brokers keep what is also in the object store
 * @param roundTripMillis of a produce request
 * @param numbers the parts that are whole numbers
 */
public record GivenWorkload(
        Optional<ArrivalRate> rate,
        Optional<Duration> retention,
        Optional<Duration> localRetention,
        double roundTripMillis,
        Map<WorkloadPart, Integer> numbers) {
    public static final double DEFAULT_ROUND_TRIP_MILLIS = 2;

    public static final GivenWorkload NOTHING = new GivenWorkload(
            Optional.empty(), Optional.empty(), Optional.empty(), DEFAULT_ROUND_TRIP_MILLIS, Map.of());

    public GivenWorkload {
        numbers = numbers.isEmpty() ? Map.of() : Map.copyOf(new EnumMap<>(numbers));
    }

    public OptionalInt number(WorkloadPart part) {
        Integer number = numbers.get(part);
        return number == null ? OptionalInt.empty() : OptionalInt.of(number);
    }

    /** Whether a flag specifies that part. */
    public boolean gives(WorkloadPart part) {
        return switch (part) {
            case RATE -> rate.isPresent();
            case RETENTION -> retention.isPresent();
            default -> numbers.containsKey(part);
        };
    }

    /** The same with another number. */
    public GivenWorkload with(WorkloadPart part, int number) {
        Map<WorkloadPart, Integer> changed = new EnumMap<>(WorkloadPart.class);
        changed.putAll(numbers);
        changed.put(part, number);
        return new GivenWorkload(rate, retention, localRetention, roundTripMillis, changed);
    }

    /** The same at that rate. */
    public GivenWorkload withRate(ArrivalRate given) {
        return new GivenWorkload(Optional.of(given), retention, localRetention, roundTripMillis, numbers);
    }

    /** The same with that retention. */
    public GivenWorkload withRetention(Duration given) {
        return new GivenWorkload(rate, Optional.of(given), localRetention, roundTripMillis, numbers);
    }
}
