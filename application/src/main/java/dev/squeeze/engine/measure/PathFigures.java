package dev.squeeze.engine.measure;

/**
 * Both directions of one path through the code.
 *
 * @param compress cost for a producer
 * @param decompress cost for a consumer, and for a broker that validates
 */
public record PathFigures(DirectionFigures compress, DirectionFigures decompress) {}
