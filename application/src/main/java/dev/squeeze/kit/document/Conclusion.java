package dev.squeeze.kit.document;

/**
 * A part of what a result concludes.
 *
 * @param what such as {@code recommended}; the same in all results of a kind
 * @param value in words, with its unit
 */
public record Conclusion(String what, String value) {}
