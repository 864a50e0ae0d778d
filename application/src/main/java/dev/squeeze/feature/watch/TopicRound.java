package dev.squeeze.feature.watch;

import java.util.ArrayList;
import java.util.List;

/** A round's findings for a topic: the number of new offsets since it was last read, and the sampled batches. */
final class TopicRound {
    private final String topic;
    private final long records;
    private final Composition composition = new Composition();
    private final List<SeenBatch> batches = new ArrayList<>();

    TopicRound(String topic, long records) {
        this.topic = topic;
        this.records = records;
    }

    void add(List<SeenBatch> answer, boolean whole, int weight) {
        composition.add(answer, whole, weight);
        batches.addAll(answer);
    }

    String topic() {
        return topic;
    }

    long records() {
        return records;
    }

    Composition composition() {
        return composition;
    }

    List<SeenBatch> batches() {
        return batches;
    }
}
