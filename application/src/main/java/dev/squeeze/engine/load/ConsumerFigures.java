package dev.squeeze.engine.load;

/**
 * Totals over the consumers of all groups.
 *
 * @param records records read
 * @param payloadBytes size of their keys and values
 * @param seconds from the first poll to the last record, for the slowest group
 * @param incomingBytes bytes read from sockets: {@code incoming-byte-total}
 * @param fetches number of answered fetch requests, including empty ones: {@code fetch-total}
 */
public record ConsumerFigures(long records, long payloadBytes, double seconds, double incomingBytes, double fetches) {}
