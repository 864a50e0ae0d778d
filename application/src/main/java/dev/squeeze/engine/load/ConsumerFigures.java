package dev.squeeze.engine.load;

/**
 * What the consumers of all groups did.
 *
 * @param records read
 * @param payloadBytes of their keys and values
 * @param seconds from the first poll to the last record, of the slowest group
 * @param incomingBytes read from sockets: {@code incoming-byte-total}
 * @param fetches answered requests, those among them that brought nothing: {@code fetch-total}
 */
public record ConsumerFigures(long records, long payloadBytes, double seconds, double incomingBytes, double fetches) {}
