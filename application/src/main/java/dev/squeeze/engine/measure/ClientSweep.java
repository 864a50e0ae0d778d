package dev.squeeze.engine.measure;

import java.util.List;

/**
 * Measurements of the codecs of a client library in another language.
 *
 * @param client its name, such as {@code franz-go}
 * @param library with its version, such as {@code franz-go v1.22.3}
 * @param measurements by batch size and codec; costs are those of the compression library without the client
 */
public record ClientSweep(String client, String library, List<CodecMeasurement> measurements) {
    public ClientSweep {
        measurements = List.copyOf(measurements);
    }
}
