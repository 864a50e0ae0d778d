package dev.squeeze.kit.kafka;

import java.time.Duration;

/**
 * How a client communicates with brokers.
 *
 * @param timeLimit maximum time that a call waits for a broker, 1 ms to 10 minutes; errors are reported immediately
 * @param maxInFlight maximum number of unacknowledged requests per connection, at least 1
 */
public record RawClientOptions(Duration timeLimit, int maxInFlight) {
    private static final Duration MIN_TIMEOUT = Duration.ofMillis(1);
    private static final Duration MAX_TIMEOUT = Duration.ofMinutes(10);
    private static final Duration DEFAULT_TIME_LIMIT = Duration.ofSeconds(30);
    /** The default of the Java producer's {@code max.in.flight.requests.per.connection}. */
    private static final int DEFAULT_MAX_IN_FLIGHT = 5;

    public static final RawClientOptions DEFAULTS = new RawClientOptions(DEFAULT_TIME_LIMIT, DEFAULT_MAX_IN_FLIGHT);

    public RawClientOptions {
        if (timeLimit.compareTo(MIN_TIMEOUT) < 0 || timeLimit.compareTo(MAX_TIMEOUT) > 0 || maxInFlight < 1) {
            throw new IllegalArgumentException(
                    "invalid client options: " + timeLimit + " and " + maxInFlight + " requests in flight");
        }
    }

    public RawClientOptions withTimeLimit(Duration limit) {
        return new RawClientOptions(limit, maxInFlight);
    }
}
