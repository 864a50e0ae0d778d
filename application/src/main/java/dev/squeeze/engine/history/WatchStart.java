package dev.squeeze.engine.history;

import java.time.Duration;
import java.time.Instant;

/**
 * A watch began, or went on into another day.
 *
 * @param bootstrap address of the cluster
 * @param interval between two readings
 * @param maxBytesPerSecond that it may read
 */
public record WatchStart(Instant at, String bootstrap, Duration interval, double maxBytesPerSecond) {}
