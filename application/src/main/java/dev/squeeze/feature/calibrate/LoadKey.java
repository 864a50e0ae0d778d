package dev.squeeze.feature.calibrate;

import dev.squeeze.kit.format.CodecType;
import java.util.Arrays;

/**
 * What identifies a load among those of all calibrations, whatever it is called where people read it.
 *
 * @param codec at its default level
 */
public record LoadKey(LoadKind kind, CodecType codec) {
    private static final String SEPARATOR = "/";

    /**
     * The load of that key.
     *
     * @throws IllegalArgumentException where there is none
     */
    public static LoadKey parse(String key) {
        return Arrays.stream(LoadKind.values())
                .flatMap(kind -> Arrays.stream(CodecType.values()).map(codec -> new LoadKey(kind, codec)))
                .filter(load -> load.toString().equals(key))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no load '" + key + "'"));
    }

    /** As documents have it, such as {@code low-rate/zstd}. */
    @Override
    public String toString() {
        return kind.key() + SEPARATOR + codec.label();
    }
}
