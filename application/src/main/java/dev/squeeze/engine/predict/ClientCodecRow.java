package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.List;
import java.util.Optional;

/**
 * A measurement of a client library's codec relative to Java's.
 *
 * @param minLevel lowest level of Java's codec for which it is valid, up to the next row's; {@link #ANY_LEVEL} for all
 */
record ClientCodecRow<T>(ClientProfile client, CodecType codec, int minLevel, T measured) {
    static final int ANY_LEVEL = Integer.MIN_VALUE;

    /**
     * The measurement for a codec.
     *
     * @param rows for each client and codec in ascending order of level
     * @return empty for Java and for codecs that were not measured
     */
    static <T> Optional<T> of(List<ClientCodecRow<T>> rows, ClientProfile client, Codec codec) {
        return rows.stream()
                .filter(row -> row.client == client && row.codec == codec.type() && row.minLevel <= codec.level())
                .reduce((lower, higher) -> higher)
                .map(ClientCodecRow::measured);
    }
}
