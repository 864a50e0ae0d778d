package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.TopicRow.CodecPart;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** What is usual for a topic: the codecs that its producers send in, and each producer's. Bounded. */
final class TopicTrack {
    private static final int MAX_PRODUCERS = 256;
    /** By then, producers that were there when the watch began have been seen. */
    private static final long ROUNDS_TO_KNOW = 20;

    private static final int CODECS = CodecPart.CODECS;
    /** Batches by which what is usual counts as known. */
    private static final double ENOUGH_BATCHES = 20;

    private static final double MIN_USUAL_SHARE = 0.02;
    private static final double MOSTLY = 0.9;
    /** What is usual is that of about so many batches. */
    private static final double MEMORY_BATCHES = 20_000;

    private final Map<Long, ProducerTrack> producers = new LinkedHashMap<>();
    private final double[] usual = new double[CODECS];
    private double batches;
    private boolean recompressed;

    /** @param round of this watch */
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

    /** Batches of a codec that are no news. */
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

    /** Whether nearly all is compressed. */
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

    /** The producer of the fewest records per batch, of those that sent something lately. */
    Optional<Map.Entry<Long, ProducerTrack>> shallowest(long sinceRound) {
        return producers.entrySet().stream()
                .filter(entry -> entry.getValue().lastRound() >= sinceRound
                        && entry.getValue().batches() >= ProducerTrack.SETTLED)
                .min(Comparator.comparingDouble(entry -> entry.getValue().recordsPerBatch()));
    }

    /** Those that sent something lately, by id. */
    Map<Long, ProducerTrack> sending(long sinceRound) {
        Map<Long, ProducerTrack> sending = new LinkedHashMap<>(producers);
        sending.values().removeIf(producer -> producer.lastRound() < sinceRound);
        return sending;
    }

    void fade() {
        producers.values().forEach(ProducerTrack::fade);
    }
}
