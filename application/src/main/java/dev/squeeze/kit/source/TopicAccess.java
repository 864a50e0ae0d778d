package dev.squeeze.kit.source;

import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.ByteRate;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.Map;

/**
 * How to read a topic from a cluster, and how much load this may cause.
 *
 * @param connection Kafka's client settings, including {@code bootstrap.servers}
 * @param timeLimit how long to wait for a broker's response
 * @param maxBytes maximum total of stored bytes to fetch; the batch that crosses the limit is still fetched completely,
 *     and so are {@link #MIN_BATCHES} batches however large they are
 * @param maxBytesPerSecond maximum rate, on average over the reading
 * @param seed seed for the selection of offsets
 */
public record TopicAccess(
        Map<String, Object> connection, Duration timeLimit, long maxBytes, ByteRate maxBytesPerSecond, long seed) {
    /** As many as the checks of a topic need, including those fetched only for planning. */
    public static final int MIN_BATCHES = 32;

    /** One hundredth of the throughput of a broker's disk or network card. */
    public static final ByteRate DEFAULT_RATE = new ByteRate(10 << 20);

    public TopicAccess {
        Range.requireAtLeast("--sample", new ByteCount(maxBytes), new ByteCount(1));
        connection = Map.copyOf(connection);
    }

    /** The same access with at most this many bytes. */
    TopicAccess atMost(long bytes) {
        return new TopicAccess(connection, timeLimit, Math.min(bytes, maxBytes), maxBytesPerSecond, seed);
    }

    /** Leaves out the settings, which may contain a password. */
    @Override
    public String toString() {
        return "at most " + maxBytes + " bytes at " + maxBytesPerSecond;
    }
}
