package dev.squeeze.kit.cluster;

/**
 * A client library that is connected to brokers, as it says itself when it connects (KIP-511).
 *
 * @param name such as {@code apache-kafka-java}; {@code unknown} for clients that do not say
 * @param version as it is written, or {@code unknown}
 * @param connections open now, over all brokers that were asked
 */
public record ClientSoftware(String name, String version, long connections) {}
