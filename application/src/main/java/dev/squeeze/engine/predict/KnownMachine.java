package dev.squeeze.engine.predict;

/**
 * The basis for predicting CPU times.
 *
 * @param costs of clients and brokers, without the codecs
 * @param uncompressed measurements without a codec
 */
public record KnownMachine(MachineCosts costs, CompressionCurve uncompressed) {}
