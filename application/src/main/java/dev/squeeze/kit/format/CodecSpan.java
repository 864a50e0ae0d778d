package dev.squeeze.kit.format;

import java.time.Instant;
import java.util.List;

/**
 * The data in a log from one span of time, by the batches' newest timestamps.
 *
 * @param from start of the span
 * @param seconds length of the span
 * @param storedBytes stored size of the data in the span
 * @param records number of records in the span
 * @param codecs stored bytes by codec, the largest first
 */
public record CodecSpan(Instant from, double seconds, long storedBytes, long records, List<Part> codecs) {
    public CodecSpan {
        codecs = List.copyOf(codecs);
    }

    /** A codec's bytes in a span. An unknown codec is named by its id. */
    public record Part(String codec, long storedBytes) {}
}
