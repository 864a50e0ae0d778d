package dev.squeeze.feature.plan;

import dev.squeeze.engine.predict.ProducerSettings;
import dev.squeeze.kit.format.CodecType;

/** The waves of a rollout, from what can hardly go wrong to what applications may notice. */
public enum Wave {
    CODEC(
            "Codec alone",
            "batch.size and linger.ms stay, and consumers of Java, librdkafka, sarama and franz-go read the codec already."),
    ZSTD(
            "zstd, where nothing is zstd yet",
            "Every consumer has to be able to read it before the first producer sends it."),
    BATCHES(
            "Other batches",
            "Records wait for their batch, so that latency rises by up to linger.ms. Where the codec changes too, roll it out"
                    + " first, and the batches when it holds.");

    private final String title;
    private final String why;

    Wave(String title, String why) {
        this.title = title;
        this.why = why;
    }

    public String title() {
        return title;
    }

    /** Why its changes belong together, in a sentence. */
    public String why() {
        return why;
    }

    /**
     * The wave of a change.
     *
     * @param holdsZstd whether batches of the topic are zstd today, so that its consumers read it already
     */
    static Wave of(ProducerSettings from, ProducerSettings to, boolean holdsZstd) {
        if (from.batchSizeBytes() != to.batchSizeBytes() || from.lingerMillis() != to.lingerMillis()) {
            return BATCHES;
        }
        return to.codec().type() == CodecType.ZSTD && !holdsZstd ? ZSTD : CODEC;
    }
}
