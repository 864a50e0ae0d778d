package dev.squeeze.kit.document;

/**
 * One sort of result document.
 *
 * @param name as documents have it under {@code kind}
 * @param type that a document of it is read into
 */
public record ResultKind(String name, Class<? extends Result> type) {}
