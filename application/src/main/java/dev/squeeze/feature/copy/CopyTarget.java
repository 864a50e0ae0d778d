package dev.squeeze.feature.copy;

import dev.squeeze.kit.format.Codec;
import java.util.Optional;

/**
 * One copy.
 *
 * @param codec empty where batches keep their own
 * @param topic of the destination
 */
public record CopyTarget(Optional<Codec> codec, String topic) {
    public CopyTarget {
        if (topic.isEmpty()) {
            throw new IllegalArgumentException("a copy needs the name of a topic");
        }
    }

    /** As the user writes it: a codec, or keep. */
    public String label() {
        return codec.map(Codec::toString).orElse("keep");
    }

    /** Under this id the copy's transactions run, and under this group its progress is kept, in the destination. */
    String id() {
        return "squeeze-copy-" + topic;
    }
}
