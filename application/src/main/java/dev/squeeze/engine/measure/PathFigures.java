package dev.squeeze.engine.measure;

/**
 * Both directions of one path through the code.
 *
 * @param compress what a producer pays
 * @param decompress what a consumer pays, and the broker when it validates
 */
public record PathFigures(DirectionFigures compress, DirectionFigures decompress) {}
