package dev.squeeze.feature.watch;

import dev.squeeze.engine.history.HistoryFolder.LeftOut;
import dev.squeeze.feature.watch.WatchedTopic.Comparison;
import dev.squeeze.kit.document.Figures;
import dev.squeeze.kit.unit.ByteCount;
import dev.squeeze.kit.unit.DurationText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What a reader has to know of the figures of a history. */
final class WatchNotes {
    /** Less was lost to restarts. */
    private static final double ALL_BUT_A_REST = 0.98;

    private static final int MAX_NAMED = 10;

    private WatchNotes() {}

    /**
     * @param withoutDisks topics whose money is not for what is stored
     * @param planned topics of which a plan promises something
     */
    static List<String> of(
            HistoryTotals history,
            List<WatchedTopic> topics,
            List<LeftOut> leftOut,
            boolean moneyKnown,
            Set<String> withoutDisks,
            Collection<String> planned) {
        List<String> notes = new ArrayList<>();
        leftOut.forEach(part -> notes.add(Figures.say(
                "%s of %s were left out: %s",
                ByteCount.binary(part.bytes()), part.file().getFileName(), part.why())));
        history.first().ifPresent(first -> {
            double span = Duration.between(first, history.last()).toMillis() / 1e3;
            if (history.seconds() < ALL_BUT_A_REST * span) {
                notes.add(Figures.say(
                        "Nothing was observed for %s of this time: rates are those of the rest.",
                        DurationText.roughly(span - history.seconds())));
            }
        });
        if (!moneyKnown) {
            notes.add("The price list bills uncompressed bytes, which headers do not show: there is no money.");
        }
        if (!withoutDisks.isEmpty()) {
            notes.add(Figures.say(
                    "Money of %s is for bytes on the wire alone, since nothing is deleted by age or size and a history does not"
                            + " show how much is stored: %s%s.",
                    Figures.count(withoutDisks.size(), "topic"),
                    withoutDisks.stream().limit(MAX_NAMED).collect(Collectors.joining(", ")),
                    withoutDisks.size() > MAX_NAMED ? ", ..." : ""));
        }
        comparisons(topics, notes);
        unseen(topics, planned).ifPresent(notes::add);
        return notes;
    }

    /** A topic without records has no row, and would be missing without a word. */
    private static Optional<String> unseen(List<WatchedTopic> topics, Collection<String> planned) {
        Set<String> unseen = new TreeSet<>(planned);
        topics.forEach(topic -> unseen.remove(topic.topic()));
        return unseen.isEmpty()
                ? Optional.empty()
                : Optional.of(Figures.count(unseen.size(), "topic") + " of the plan had no records in this time: "
                        + String.join(", ", unseen) + ".");
    }

    private static void comparisons(List<WatchedTopic> topics, List<String> notes) {
        List<Comparison> compared = topics.stream()
                .flatMap(topic -> topic.comparison().stream())
                .filter(comparison -> comparison.bytes().isPresent())
                .toList();
        if (!compared.isEmpty() && compared.stream().noneMatch(Comparison::byDays)) {
            notes.add(
                    "Less than three days before the change, or less than an hour after it, were observed: the rhythm of days"
                            + " and weeks is not allowed for, and what looks like a change may be the time of day.");
        }
        long little = topics.stream()
                .flatMap(topic -> topic.comparison().stream())
                .filter(comparison -> comparison.verdict() == Verdict.UNKNOWN)
                .count();
        if (little > 0) {
            notes.add(Figures.count(little, "topic") + " had too little traffic before or after the change.");
        }
    }

    /** What headers do not show, for the end of a document. */
    static List<String> unknown() {
        return List.of(
                "Ratio and level: a header has the codec and the compressed bytes, not the uncompressed ones. Stored bytes a"
                        + " record stand for them: with the same records, they fall as the ratio rises.",
                "batch.size and linger.ms: records per batch, and the time from its first record to its last, are what they lead"
                        + " to.",
                "Latency: the time from a batch's first record to its last is the part of it that batching takes, at most"
                        + " linger.ms where nothing else holds a batch back.",
                "Producers without idempotence have no id. A producer that is started again has a new one.",
                "Compression by brokers is seen where one producer id's batches change to the topic's compression.type, and"
                        + " by the brokers' meters with --jmx.");
    }
}
