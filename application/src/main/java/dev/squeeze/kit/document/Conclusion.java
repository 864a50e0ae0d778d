package dev.squeeze.kit.document;

/**
 * One of the conclusions of a result.
 *
 * @param what such as {@code recommended}; the same in all results of a kind
 * @param value in words, with its unit
 */
public record Conclusion(String what, String value) {}
