package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.TopicRow.CodecPart;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The usual codecs of a topic, and the state of each of its producers. Memory is bounded. */
final class TopicTrack {
    private static final int MAX_PRODUCERS = 256;
    /** After this many rounds, producers that existed when the watch started have been seen. */
    private static final long ROUNDS_TO_KNOW = 20;

    private static final int CODECS = CodecPart.CODECS;
    /** Number of batches after which the usual codecs count as known. */
    private static final double ENOUGH_BATCHES = 20;

    private static final double MIN_USUAL_SHARE = 0.02;
    private static final double MOSTLY = 0.9;
    /** The usual codecs are those of about this many recent batches. */
    private static final double MEMORY_BATCHES = 20_000;

    private final Map<Long, ProducerTrack> producers = new LinkedHashMap<>();
    private final double[] usual = new double[CODECS];
    private double batches;
    private boolean recompressed;

    /** @param round number of the round in this watch */
    ProducerTrack producer(long id, long round) {
        ProducerTrack known = producers.get(id);
        if (known == null) {
            if (producers.size() >= MAX_PRODUCERS) {
                producers.entrySet().stream()
                        .min(Comparator.comparingLong(entry -> entry.getValue().lastRound()))
                        .ifPresent(oldest -> producers.remove(oldest.getKey()));
            }
            known = new ProducerTrack(round > ROUNDS_TO_KNOW && knowsWhatIsUsual());
            producers.put(id, known);
        }
        return known;
    }

    /** Adds batches whose codec is the usual one of their producer. */
    void usual(int codec, double more) {
        usual[codec] += more;
        batches += more;
        if (batches > MEMORY_BATCHES) {
            for (int i = 0; i < CODECS; i++) {
                usual[i] /= 2;
            }
            batches /= 2;
        }
    }

    boolean knowsWhatIsUsual() {
        return batches >= ENOUGH_BATCHES;
    }

    boolean isUsual(int codec) {
        return usual[codec] >= MIN_USUAL_SHARE * batches;
    }

    /** Whether nearly all batches are compressed. */
    boolean isCompressed() {
        return usual[0] <= (1 - MOSTLY) * batches;
    }

    /** The codec of most batches. */
    int mostUsual() {
        int most = 0;
        for (int i = 1; i < CODECS; i++) {
            most = usual[i] > usual[most] ? i : most;
        }
        return most;
    }

    boolean isRecompressed() {
        return recompressed;
    }

    void recompressed(boolean now) {
        recompressed = now;
    }

    /** The producer with the fewest records per batch, among those that have sent since this round. */
    Optional<Map.Entry<Long, ProducerTrack>> shallowest(long sinceRound) {
        return producers.entrySet().stream()
                .filter(entry -> entry.getValue().lastRound() >= sinceRound
                        && entry.getValue().batches() >= ProducerTrack.SETTLED)
                .min(Comparator.comparingDouble(entry -> entry.getValue().recordsPerBatch()));
    }

    /** Producers that have sent since this round, by ID. */
    Map<Long, ProducerTrack> sending(long sinceRound) {
        Map<Long, ProducerTrack> sending = new LinkedHashMap<>(producers);
        sending.values().removeIf(producer -> producer.lastRound() < sinceRound);
        return sending;
    }

    void fade() {
        producers.values().forEach(ProducerTrack::fade);
    }
}
