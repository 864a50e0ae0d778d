package dev.squeeze.engine.predict;

/**
 * What CPU times are predicted from.
 *
 * @param costs of clients and brokers, without the codecs
 * @param uncompressed what is measured without a codec
 */
public record KnownMachine(MachineCosts costs, CompressionCurve uncompressed) {}
