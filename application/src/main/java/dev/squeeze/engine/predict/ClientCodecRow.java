package dev.squeeze.engine.predict;

import dev.squeeze.kit.format.Codec;
import dev.squeeze.kit.format.CodecType;
import java.util.List;
import java.util.Optional;

/**
 * What was measured of a client library's codec next to Java's.
 *
 * @param minLevel it holds for this level of Java's and higher ones, up to the next row's; {@link #ANY_LEVEL} for the lowest
 */
record ClientCodecRow<T>(ClientProfile client, CodecType codec, int minLevel, T measured) {
    static final int ANY_LEVEL = Integer.MIN_VALUE;

    /**
     * That of a codec.
     *
     * @param rows of a client and codec in ascending order of their levels
     * @return empty for Java and for codecs that were not measured
     */
    static <T> Optional<T> of(List<ClientCodecRow<T>> rows, ClientProfile client, Codec codec) {
        return rows.stream()
                .filter(row -> row.client == client && row.codec == codec.type() && row.minLevel <= codec.level())
                .reduce((lower, higher) -> higher)
                .map(ClientCodecRow::measured);
    }
}
