package dev.squeeze.kit.source;

import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.ByteRate;
import dev.squeeze.kit.unit.Range;
import java.time.Duration;
import java.util.Map;

/**
 * How a topic is read from a cluster, and how much of the cluster's time it may take.
 *
 * @param connection Kafka's client settings, {@code bootstrap.servers} among them
 * @param timeLimit the longest that a broker may take to answer
 * @param maxBytes fetched in all, batches as stored; the one that crosses the limit still comes whole, and {@link #MIN_BATCHES} come
 *     however large they are
 * @param maxBytesPerSecond on average over the reading
 * @param seed of the choice of offsets
 */
public record TopicAccess(
        Map<String, Object> connection, Duration timeLimit, long maxBytes, ByteRate maxBytesPerSecond, long seed) {
    /** As many as checks of a topic need, and those that only looking takes. */
    public static final int MIN_BATCHES = 32;

    /** A hundredth of what a broker's disk or network card carries. */
    public static final ByteRate DEFAULT_RATE = new ByteRate(10 << 20);

    public TopicAccess {
        Range.requireAtLeast("--sample", new ByteCount(maxBytes), new ByteCount(1));
        connection = Map.copyOf(connection);
    }

    /** The same for fewer bytes. */
    TopicAccess atMost(long bytes) {
        return new TopicAccess(connection, timeLimit, Math.min(bytes, maxBytes), maxBytesPerSecond, seed);
    }

    /** Settings may hold a password. */
    @Override
    public String toString() {
        return "at most " + maxBytes + " bytes at " + maxBytesPerSecond;
    }
}
