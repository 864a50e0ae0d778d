package dev.squeeze.kit.format;

import java.time.Instant;
import java.util.List;

/**
 * What a log holds of one stretch of time, by the batches' newest timestamps.
 *
 * @param from its beginning
 * @param seconds its length
 * @param storedBytes bytes of data in it, as they are stored
 * @param records in it
 * @param codecs by bytes, the largest first
 */
public record CodecSpan(Instant from, double seconds, long storedBytes, long records, List<Part> codecs) {
    public CodecSpan {
        codecs = List.copyOf(codecs);
    }

    /** A codec's bytes in a span; one that nobody knows is called by its number. */
    public record Part(String codec, long storedBytes) {}
}
