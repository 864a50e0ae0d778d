package dev.squeeze.kit.cluster;

/**
 * A client library that is connected to brokers, as it identifies itself when connecting (KIP-511).
 *
 * @param name such as {@code apache-kafka-java}; {@code unknown} for clients that do not identify themselves
 * @param version as reported, or {@code unknown}
 * @param connections currently open, over all brokers that were queried
 */
public record ClientSoftware(String name, String version, long connections) {}
