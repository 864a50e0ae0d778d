package dev.squeeze.engine.drivers;

/**
 * A driver's description of itself, sent when it starts.
 *
 * @param client its library, such as {@code librdkafka}
 * @param version the library's version
 * @param binding the binding through which the driver uses the library, with its version
 * @param runtime the language's runtime, with its version
 */
public record DriverHello(String client, String version, String binding, String runtime) {}
