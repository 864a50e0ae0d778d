package dev.squeeze.kit.source;

/**
 * A rate by the records' own timestamps.
 *
 * @param recordsPerSecond mean between the oldest and the newest record
 * @param seconds between the two
 */
public record ObservedRate(double recordsPerSecond, double seconds) {}
