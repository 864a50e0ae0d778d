package dev.squeeze.feature.plan;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.CodecType;

/** The waves of a rollout, from the least risky to those that applications may notice. */
public enum Wave {
    CODEC(
            "Codec only",
            "batch.size and linger.ms stay the same, and consumers that use Java, librdkafka, sarama or franz-go can"
                    + " already read the codec."),
    ZSTD("First use of zstd", "Every consumer must be able to read zstd before the first producer sends it."),
    BATCHES(
            "Batching",
            "Records wait for their batch to fill, so latency rises by up to linger.ms. If the codec also changes,"
                    + " roll that out first, and the batch settings once it is stable.");

    private final String title;
    private final String why;

    Wave(String title, String why) {
        this.title = title;
        this.why = why;
    }

    public String title() {
        return title;
    }

    /** Why its changes belong together. */
    public String why() {
        return why;
    }

    /**
     * The wave of a change.
     *
     * @param holdsZstd whether some batches of the topic are zstd today, so that its consumers can already read it
     */
    static Wave of(ProducerSettings from, ProducerSettings to, boolean holdsZstd) {
        if (from.batchSizeBytes() != to.batchSizeBytes() || from.lingerMillis() != to.lingerMillis()) {
            return BATCHES;
        }
        return to.codec().type() == CodecType.ZSTD && !holdsZstd ? ZSTD : CODEC;
    }
}
