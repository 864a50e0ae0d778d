package dev.squeeze.feature.doctor;

import static dev.squeeze.feature.doctor.TopicCase.say;
import static dev.squeeze.feature.doctor.TopicCase.share;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The producers of a topic's uncompressed batches.
 *
 * @param ids of producers that write mostly uncompressed batches, with their share of the bytes in such batches,
 *     largest first
 * @param producers number of producer IDs in total
 */
record RawProducers(List<Map.Entry<Long, Double>> ids, int producers) {
    private static final int MAX_NAMED = 5;
    /** Newest share of the recent batches that must still include uncompressed ones. */
    private static final double NOW_SHARE = 0.2;

    RawProducers {
        ids = List.copyOf(ids);
    }

    static RawProducers of(List<BatchFact> recent) {
        Map<Long, Long> raw = new TreeMap<>();
        Map<Long, Long> all = new TreeMap<>();
        for (BatchFact fact : recent) {
            all.merge(fact.producerId(), fact.uncompressedBytes(), Long::sum);
            if (fact.isRaw()) {
                raw.merge(fact.producerId(), fact.uncompressedBytes(), Long::sum);
            }
        }
        double bytes = raw.values().stream().mapToLong(Long::longValue).sum();
        List<Map.Entry<Long, Double>> ids = raw.entrySet().stream()
                .filter(examined -> examined.getKey() != BatchFact.NO_PRODUCER)
                .filter(examined -> 2 * examined.getValue() > all.getOrDefault(examined.getKey(), 0L))
                .map(examined -> Map.entry(examined.getKey(), examined.getValue() / bytes))
                .sorted(Map.Entry.<Long, Double>comparingByValue().reversed())
                .toList();
        return new RawProducers(ids, all.size());
    }

    /** Whether the newest batches still include uncompressed ones; otherwise somebody has already changed that. */
    static boolean stillWrite(List<BatchFact> recent) {
        int number = recent.size() - (int) Math.floor(recent.size() * (1 - NOW_SHARE));
        List<BatchFact> newest = LogFacts.newestFirst(recent).subList(0, number);
        return newest.stream().anyMatch(BatchFact::isRaw) && newest.stream().anyMatch(fact -> !fact.isRaw());
    }

    String words() {
        if (ids.isEmpty()) {
            return "their producers have no IDs, so they cannot be distinguished";
        }
        return say(
                        "producer %s %s of these, of %,d producer IDs in all",
                        ids.stream()
                                .limit(MAX_NAMED)
                                .map(examined -> say("ID %d with %s", examined.getKey(), share(examined.getValue())))
                                .collect(Collectors.joining(", ")),
                        ids.size() > MAX_NAMED ? say("and %,d others", ids.size() - MAX_NAMED) : "",
                        producers)
                .replace("  ", " ");
    }

    Confidence confidence() {
        return ids.isEmpty()
                ? Confidence.likely("uncompressed and compressed batches are both among the newest; who writes them is"
                        + " unknown")
                : Confidence.certain("producer IDs and codecs are in the batch headers");
    }
}
