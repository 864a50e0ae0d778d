package dev.squeeze.engine.measure;

import dev.squeeze.kit.format.Codec;
import java.util.List;
import java.util.function.Supplier;

/**
 * The settings of a client library in another language that are measured.
 *
 * @param client its name, such as {@code franz-go}
 * @param codecs settings that it supports
 * @param open starts a process with its codecs
 */
public record ClientGrid(String client, List<Codec> codecs, Supplier<ClientCodecs> open) {
    public ClientGrid {
        codecs = List.copyOf(codecs);
    }
}
