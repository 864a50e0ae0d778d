package dev.squeeze.feature.calibrate;

import dev.squeeze.kit.format.CodecType;
import java.util.Arrays;

/**
 * Identifies a load across calibrations, independent of its label.
 *
 * @param codec codec at its default level
 */
public record LoadKey(LoadKind kind, CodecType codec) {
    private static final String SEPARATOR = "/";

    /**
     * Parses a key.
     *
     * @throws IllegalArgumentException if there is no such load
     */
    public static LoadKey parse(String key) {
        return Arrays.stream(LoadKind.values())
                .flatMap(kind -> Arrays.stream(CodecType.values()).map(codec -> new LoadKey(kind, codec)))
                .filter(load -> load.toString().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no load '" + key + "'"));
    }

    /** The text in documents, such as {@code low-rate/zstd}. */
    @Override
    public String toString() {
        return kind.key() + SEPARATOR + codec.label();
    }
}
