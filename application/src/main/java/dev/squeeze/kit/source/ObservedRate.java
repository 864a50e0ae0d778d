package dev.squeeze.kit.source;

/**
 * A rate from the records' timestamps.
 *
 * @param recordsPerSecond mean rate between the oldest and the newest record
 * @param seconds time between the two
 */
public record ObservedRate(double recordsPerSecond, double seconds) {}
