package dev.squeeze.engine.history;

import java.time.Duration;
import java.time.Instant;

/**
 * A watch was started, or continued into a new day.
 *
 * @param bootstrap address of the cluster
 * @param interval time between two readings
 * @param maxBytesPerSecond limit for reading
 */
public record WatchStart(Instant at, String bootstrap, Duration interval, double maxBytesPerSecond) {}
