package dev.squeeze.engine.drivers;

/**
 * What a driver says of itself when it starts.
 *
 * @param client its library, such as {@code librdkafka}
 * @param version the library's
 * @param binding what the driver uses the library through, with its version
 * @param runtime the language's, with its version
 */
public record DriverHello(String client, String version, String binding, String runtime) {}
